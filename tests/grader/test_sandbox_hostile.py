"""Every hostile submission costs its own check, with an honest word, and leaves nothing behind."""

import shutil
import socket
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

from grader import wall
from grader.course import find_labs
from grader.engine import grade_lab
from grader.examination import examination
from grader.exchange import Patience
from grader.record import CheckResult, Report
from grader.sandbox import PATIENCE
from grader.submission import Submission
from labs.runtime.system import Site
from tests.grader.hostile.around import need_bubblewrap, watched_rooms
from tests.grader.hostile.cases import CASES, LYING, VIOLENT, Case

LAB = next(lab for lab in find_labs() if lab.name == "run_state_machine")
BARE = [case for case in CASES if case.bare and case not in LYING]
HASTY = Patience(load=1.5, call=1.5, run=3.0)
"""For those that hang. The others get what everybody gets, for they do not take it."""


@pytest.fixture
def rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No room is left, and no process in one."""
    monkeypatch.setenv("KODA_SECRET", "of the grader")
    with watched_rooms(tmp_path / "rooms", monkeypatch):
        yield


@pytest.fixture
def port() -> Iterator[int]:
    """Where somebody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def submitted(folder: Path, text: str) -> Submission:
    shutil.copytree(LAB.solutions, folder)
    (folder / "state.py").write_text(text)
    return Submission(LAB, folder, str(folder))


def files(folder: Path) -> dict[str, bytes]:
    return {str(f.relative_to(folder)): f.read_bytes() for f in folder.rglob("*") if f.is_file()}


async def graded(
    case: Case, submission: Submission, site: Site, only: Collection[int] = ()
) -> Report:
    patience = HASTY if case.outcome == "timeout" else PATIENCE
    exam = examination(LAB, only)
    return await grade_lab(exam, submission, seed=6, site=site, only=only, patience=patience)


def shown(check: CheckResult) -> str:
    return f"{check.message}\n{check.counterexample}"


@pytest.mark.usefixtures("rooms")
@pytest.mark.parametrize("case", CASES, ids=str)
async def test_behind_the_wall(
    case: Case,
    tmp_path: Path,
    port: int,
    site: Site,
    capfd: pytest.CaptureFixture[str],
) -> None:
    need_bubblewrap()
    text = case.text.replace("SOLUTIONS", str(LAB.solutions)).replace("PORT", str(port))
    submission = submitted(tmp_path / "work", text)
    before = files(submission.folder)
    others = 5 if case in VIOLENT else 0
    report = await graded(case, submission, site, only=() if others else [1])
    outcomes = [check.outcome for check in report.checks]
    assert outcomes == [case.outcome] + ["passed"] * others, shown(report.checks[0])
    assert case.said in shown(report.checks[0])
    assert files(submission.folder) == before
    assert capfd.readouterr() == ("", "")


@pytest.mark.usefixtures("rooms")
@pytest.mark.parametrize(
    "case", [case for case in CASES if case.bare and case not in LYING], ids=str
)
async def test_with_limits_alone(
    case: Case,
    tmp_path: Path,
    site: Site,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(wall, "bubblewrap", lambda: None)
    submission = submitted(tmp_path / "work", case.text)
    report = await graded(case, submission, site, only=[1])
    assert report.checks[0].outcome == case.outcome, shown(report.checks[0])
    assert case.said in shown(report.checks[0])
    assert capfd.readouterr() == ("", "")
