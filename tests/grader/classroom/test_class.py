"""A small class, graded whole: everyone's row, however many jobs, whatever is killed."""

import json
import os
import pty
import shutil
import signal
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, NoReturn

import pytest

from grader.classroom import session
from grader.cli import main
from grader.course import find_labs
from tests.grader.classroom.conftest import LAB, HandIn
from tests.grader.classroom.grades import entries, grade, table

ROOT = Path(__file__).parents[3]
ENDS_ITSELF = "import os\nos._exit(3)\n"
WRONG = "def should_merge(prev, now=None):\n    return False\n"


@pytest.fixture
def ten(hand_in: HandIn, spring: Path) -> Path:
    """Right, wrong and hostile students, and such as hand in anything but a folder."""
    hand_in("anna")
    hand_in("Bert 🦊", merge=WRONG)
    hand_in("=cmd|calc", state=ENDS_ITSELF)
    hand_in("carl", tree="starter")
    hand_in("dora", resume="def resume_from(:\n")
    shutil.make_archive(str(spring / "emil"), "zip", hand_in("x") / LAB.name)
    shutil.rmtree(spring / "x")
    with zipfile.ZipFile(spring / "fred.zip", "w") as archive:
        archive.writestr("../../state.py", "")
    (spring / "gina").mkdir()
    (spring / "hugo.zip").write_bytes(b"no zip")
    (spring / "ines").mkdir()
    for number in range(1_001):
        (spring / "ines" / f"{number}.py").touch()
    return spring


def test_everyone_has_a_row_and_jobs_make_no_difference(
    ten: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert grade(ten, tmp_path / "two", jobs=2) == 0
    assert grade(ten, tmp_path / "one") == 0
    for file in (
        "grades.csv",
        "totals.csv",
        *(f"feedback/{name}.md" for name in ("anna", "carl", "dora")),
    ):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()
    rows = table(tmp_path / "one")
    points, outcomes = Counter[str](), dict[str, list[str]]()
    for row in rows:
        points[row["student"]] += int(row["points"])
        outcomes.setdefault(row["student"], []).append(row["outcome"])
    assert points == {
        "anna": 100,
        "Bert 🦊": 70,
        "'=cmd|calc": 80,
        "carl": 0,
        "dora": 80,
        "emil": 100,
        **dict.fromkeys(["fred", "gina", "hugo", "ines"], 0),
    }
    assert [o for name in ("fred", "gina", "hugo", "ines") for o in outcomes[name]] == (
        ["refused"] * 4
    )
    assert outcomes["'=cmd|calc"][0] == "error"
    assert outcomes["carl"] == ["not_written"] * 2 + ["passed"] + ["not_written"] * 2 + ["passed"]
    assert "10 students: 6 graded, 4 with nothing to grade" in capsys.readouterr().out


def test_only_what_changed_is_graded_again(
    hand_in: HandIn,
    spring: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out = tmp_path / "out"
    for name in ("anna", "bert"):
        hand_in(name)
    assert grade(spring, out) == 0
    assert grade(spring, out) == 0
    assert sorted(entries(out)) == ["anna", "bert"]
    (spring / "bert" / LAB.name / "merge.py").write_text(WRONG)
    hand_in("carl", merge=WRONG)
    capsys.readouterr()
    assert grade(spring, out) == 0
    assert sorted(entries(out)) == ["anna", "bert", "bert", "carl"]
    assert "3 students: 3 graded; 2 done now, 1 kept from before" in capsys.readouterr().out
    assert [r["student"] for r in table(out)] == ["anna"] * 6 + ["bert"] * 6 + ["carl"] * 6
    assert {r["outcome"] for r in table(out) if r["student"] == "bert"} == {"passed", "wrong"}
    # Nothing is new any more.
    monkeypatch.setattr(session, "gaps", lambda: ["memory is not limited"])
    assert grade(spring, out) == 0
    assert "\nlimits that this machine lacks\n  memory is not limited\n" in capsys.readouterr().out
    elsewhere = ["--scheduler", "tcp://127.0.0.1:1", "--mode", "mock"]
    assert main(["class", str(spring), "--out", str(out), *elsewhere]) == 0
    out_there, err = capsys.readouterr()
    assert "nothing is new, so no cluster was asked" in err
    assert "lacks" not in out_there


def test_labs_take_turns_and_nothing_is_lost(
    hand_in: HandIn, spring: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hand_in("anna")
    first, second = LAB.name, find_labs()[1].name
    out = spring.with_name("spring-results")

    def graded(*arguments: str) -> str:
        assert main(["class", str(spring), *arguments, "--jobs", "1", "--mode", "mock"]) == 0
        return capsys.readouterr().out

    assert "1 done now, 0 kept from before" in graded(first)
    files = [file for file in (out / first).rglob("*") if file.is_file()]
    before = {file: file.read_bytes() for file in files}
    assert len(files) == 3
    assert "1 done now, 0 kept from before" in graded(second)
    assert "1 done now, 0 kept from before" in graded()
    assert {file: file.read_bytes() for file in files} == before
    assert {row["lab"] for row in table(out / first)} == {first}
    assert {row["lab"] for row in table(out / second)} == {second}
    assert "0 done now, 1 kept from before" in graded(first)
    assert "0 done now, 1 kept from before" in graded(second)
    assert len(entries(out)) == 3


def test_a_file_of_the_users_stops_it_before_anything_is_graded(
    hand_in: HandIn, spring: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hand_in("anna")
    own = tmp_path / "own"
    own.mkdir()
    (own / "totals.csv").write_text("student,total\nanna,7\n")
    assert main(["class", str(spring), "--csv", str(own / "grades.csv"), "--mode", "mock"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "own/totals.csv is there already, and not as grader class writes it: move" in err
    assert (own / "totals.csv").read_text() == "student,total\nanna,7\n"
    assert not spring.with_name("spring-results").exists()
    assert main(["class", str(spring), "--csv", str(own / "june.csv"), "--mode", "mock"]) == 0
    assert {file.name for file in own.iterdir()} == {"totals.csv", "june.csv", "june-totals.csv"}


@pytest.mark.parametrize(
    "options",
    [
        ["--out", "."],
        ["--out", "../spring"],
        ["--out", "anna"],
        ["--out", "new/results"],
        ["--csv", "new/grades.csv"],
    ],
)
def test_results_do_not_become_students(
    hand_in: HandIn,
    spring: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    options: Sequence[str],
) -> None:
    hand_in("anna")
    monkeypatch.chdir(spring)
    before = sorted(spring.rglob("*"))
    assert main(["class", str(spring), *options, "--mode", "mock"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "where the next grading would take it for a student: name a place outside" in err
    assert sorted(spring.rglob("*")) == before


def test_a_table_alone_is_nobodys_work(
    hand_in: HandIn, spring: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_in("anna")
    monkeypatch.chdir(spring)
    for _ in range(2):
        assert main(["class", ".", "--csv", "grades.csv", "--mode", "mock"]) == 0
        assert {row["student"] for row in table(spring)} == {"anna"}


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_stopped_in_the_middle_and_started_again(
    hand_in: HandIn, spring: Path, tmp_path: Path, how: signal.Signals
) -> None:
    names = [f"s{number}" for number in range(8)]
    for name in names:
        hand_in(name, merge=WRONG)
    out = tmp_path / "out"
    command = ["class", str(spring), "--out", str(out), "--jobs", "2", "--mode", "mock"]
    terminal, theirs = pty.openpty()  # only to a terminal does it say how far it is
    running = subprocess.Popen(
        [sys.executable, "-m", "grader", *command],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=theirs,
    )
    os.close(theirs)
    with open(terminal, "rb", buffering=0) as progress:  # noqa: PTH123
        said = b""
        while b"graded 2 of 8" not in said:
            said += progress.read(1_024)
        running.send_signal(how)
        status = running.wait()
        told = _rest(progress)
    before = (out / "results.jsonl").read_bytes()
    kept = before[: before.rfind(b"\n") + 1]
    assert 2 <= kept.count(b"\n") < len(names)
    if how != signal.SIGKILL:
        count = kept.count(b"\n")
        said_so = f"{count} of 8 are graded and kept; the same command goes on from there"
        assert f"grader: {said_so}\r\ngrader: stopped\r\n" in told
        assert status == 130
    assert grade(spring, out) == 0
    assert (out / "results.jsonl").read_bytes().startswith(kept)
    assert sorted(entries(out)) == names
    assert [row["student"] for row in table(out)] == [name for name in names for _ in range(6)]


def _rest(terminal: IO[bytes]) -> str:
    """What is still to be read; the end of a terminal is an error on Linux."""
    said = b""
    with suppress(OSError):
        while more := terminal.read(1_024):
            said += more
    return said.decode()


def test_stopped_before_anything_is_graded(
    hand_in: HandIn,
    spring: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hand_in("anna")

    def stops(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(session, "grade_all", stops)
    assert main(["class", str(spring), "--mode", "mock"]) == 130
    nothing = "nothing new was graded yet; the same command begins again"
    assert capsys.readouterr() == ("", f"grader: {nothing}\ngrader: stopped\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["no/such"], "there is no folder no/such"),
        (["."], "nobody is in ."),
        ([".", "no_such_lab"], "there is no lab 'no_such_lab'"),
        ([".", "--jobs", "0"], "--jobs must be 1 or more"),
        ([".", "--csv", "x/Totals.csv"], "the totals get their own next to it"),
        ([str(ROOT / "solutions")], "is one submission, not a class"),
        ([str(ROOT / "solutions" / LAB.name)], "is one submission, not a class"),
    ],
)
def test_refusals(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["class", *arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err


def test_services_that_are_gone(
    hand_in: HandIn,
    spring: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hand_in("anna")
    monkeypatch.setenv("REDIS_URL", "redis://:secret@127.0.0.1:1/0")
    monkeypatch.setenv("DATABASE_URL", "postgresql://me:secret@127.0.0.1:1/db")
    assert main(["class", str(spring)]) == 2
    err = capsys.readouterr().err
    assert "127.0.0.1:1" in err
    assert "what is graded stays graded" in err
    assert "secret" not in err


def test_results_are_plain_lines(hand_in: HandIn, spring: Path, tmp_path: Path) -> None:
    hand_in("anna", tree="starter")
    assert grade(spring, tmp_path / "out") == 0
    said = json.loads((tmp_path / "out" / "results.jsonl").read_text())
    assert [row["points"] for row in said["rows"]] == [0] * 6
    assert said["rows"][2]["message"] == "counts only together with check 2"
    told = "Check 3 counts only together with check 2, check 6 only together with check 5."
    assert told in said["feedback"]
    total = (tmp_path / "out" / "totals.csv").read_text().splitlines()[1]
    assert total.startswith(f"anna,{LAB.name},2,6,0,100,")
    assert said["state"] == "graded"
