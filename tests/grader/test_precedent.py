"""What a precedent decides is what a running system would have shown."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from grader import precedent
from grader.course import find_labs
from grader.engine import grade_lab
from grader.examination import Examination, examination
from grader.likely import likely
from grader.precedent import Asked, Precedents, _are_the_same, _as_of, _told
from grader.record import Report
from grader.submission import Submission
from labs.calls import Answer, Call, Emission, Raised
from labs.checking import Bench, SelfCheck, Verdict
from labs.runtime.system import Site
from tests.grader.conftest import WriteFiles

LAB = find_labs()[0]
RIGHT = {file: (LAB.solutions / file).read_text() for file in LAB.files.values()}
OTHER_WORDS = """
from labs.runs import RunStatus as S
TRANSITIONS = {"pending": "running cancelled failed", "running": "streaming done failed cancelled",
    "streaming": "done failed cancelled"}
def transition(current, target):
    if target in TRANSITIONS.get(current, "").split():
        return str(target.value)
    raise ValueError(f"from {current} nobody gets to {target}")
"""


class Counted:
    """The lab's checks, and how many systems they were given to run."""

    def __init__(self) -> None:
        self.runs = 0
        exam = examination(LAB)
        self.exam: Examination = replace(exam, checks=[self._counted(c) for c in exam.checks])

    def _counted(self, check: SelfCheck) -> SelfCheck:
        async def run(bench: Bench) -> Verdict:
            self.runs += 1
            return await check.run(bench)

        run.__doc__ = check.run.__doc__
        return replace(check, run=run)


async def graded(
    counted: Counted, folder: Path, site: Site, precedents: Precedents | None
) -> Report:
    counted.runs = 0
    submission = Submission(LAB, folder, "x")
    report = await grade_lab(counted.exam, submission, seed=6, site=site, precedents=precedents)
    return replace(report, checks=tuple(replace(c, seconds=0.0) for c in report.checks))


@pytest.mark.parametrize(
    ("files", "own_runs"),
    [
        ({}, 0),
        ({"state.py": OTHER_WORDS}, 0),
        ({"merge.py": "def should_merge(prev, now=None):\n    return False\n"}, 1),
        ({"merge.py": "def should_merge(prev, now=None):\n    return True\n"}, 2),
        ({"resume.py": "def resume_from(last_event_id):\n    return 0\n"}, 2),
        ({"orderer.py": "import os\nos._exit(0)\n"}, 4),
        ({"state.py": "def transition(current, target):\n    return target\n"}, 1),
    ],
)
async def test_the_same_report_with_fewer_systems(
    files: dict[str, str], own_runs: int, write_files: WriteFiles, site: Site
) -> None:
    folder, counted = write_files({**RIGHT, **files}), Counted()
    without = await graded(counted, folder, site, None)
    precedents = Precedents(LAB, counted.exam.exercises, 6, site)
    await graded(counted, folder, site, precedents)  # makes them
    assert await graded(counted, folder, site, precedents) == without
    assert counted.runs == own_runs


async def test_one_is_no_true_and_a_precedent_knows(write_files: WriteFiles, site: Site) -> None:
    text = RIGHT["merge.py"].replace("def should_merge", "def _right")
    text += "\n\ndef should_merge(prev, now=None):\n    return int(_right(prev, now))\n"
    folder, counted = write_files({**RIGHT, "merge.py": text}), Counted()
    precedents = Precedents(LAB, counted.exam.exercises, 6, site)
    report = await graded(counted, folder, site, precedents)
    assert [check.number for check in report.checks if not check.passed] == [5, 6]


OTHERWISE = Answer(
    7, Raised(("ValueError",), "", ""), (Emission("first", (7,)),), after=(7,), earlier=(7,)
)


@pytest.mark.parametrize("name", Answer._fields)
def test_an_answer_that_differs_in_anything_is_another_one(name: str) -> None:
    usual, other = Answer(), Answer()._replace(**{name: getattr(OTHERWISE, name)})
    likely_one = likely("f", [Call("f")], [usual])
    asked = Asked("f", [Call("f")], [_told(usual)], likely_one)
    assert _are_the_same([usual], asked)
    assert not _are_the_same([other], asked)


async def test_a_reference_that_fails_is_no_precedent(
    write_files: WriteFiles, site: Site, tmp_path: Path
) -> None:
    folder, counted = write_files(RIGHT), Counted()
    (tmp_path / "empty").mkdir()
    lab = replace(LAB, solutions=folder)
    (folder / "merge.py").write_text("def should_merge(prev, now=None):\n    return False\n")
    precedents = Precedents(lab, counted.exam.exercises, 6, site)
    right = write_files(RIGHT)
    report = await graded(counted, right, site, precedents)
    assert report.points == 100


async def test_what_is_about_the_present_is_about_that_of_each(
    write_files: WriteFiles, site: Site
) -> None:
    folder, counted = write_files(RIGHT), Counted()
    precedents = Precedents(LAB, counted.exam.exercises, 6, site)
    await graded(counted, folder, site, precedents)
    # As if they had been made then.
    long_ago = datetime.now(UTC) - timedelta(days=300)
    for key, made in precedents._made.items():
        asked = [_as_of(one, long_ago) for one in made.asked]
        precedents._made[key] = replace(made, asked=asked)
    report = await graded(counted, folder, site, precedents)
    assert (report.points, counted.runs) == (100, 0)


async def test_a_present_that_is_the_files_is_no_ones(write_files: WriteFiles, site: Site) -> None:
    counted = Counted()
    precedents = Precedents(LAB, counted.exam.exercises, 6, site)
    await graded(counted, write_files(RIGHT), site, precedents)
    text = RIGHT["merge.py"].replace("datetime | None = None", "datetime = datetime.now(UTC)")
    folder = write_files({**RIGHT, "merge.py": text})
    report = await graded(counted, folder, site, precedents)
    assert [check.number for check in report.checks if not check.passed] == [6]


async def test_who_is_slow_gets_a_system(
    write_files: WriteFiles, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, counted = write_files(RIGHT), Counted()
    precedents = Precedents(LAB, counted.exam.exercises, 6, site)
    await graded(counted, folder, site, precedents)
    monkeypatch.setattr(precedent, "PROMPT_SECONDS", 0.0)
    report = await graded(counted, folder, site, precedents)
    assert report.points == 100
    assert counted.runs == 12
