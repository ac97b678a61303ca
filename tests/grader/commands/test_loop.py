"""The student's loop as it is typed: init, check, hint, reset, history, diff, progress, watch."""

import json
import shutil
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pytest

from grader import grading
from grader.at_work import AtWork
from grader.cli import main
from grader.commands import watch
from grader.course import find_labs
from tests.grader.test_at_work import WIPED, Terminal

if TYPE_CHECKING:
    from collections.abc import Callable

LABS = find_labs()
LAB = LABS[0]
CHECKS = sum(len(lab.marks) for lab in LABS)


class Say(Protocol):
    """Types a command; what it prints."""

    def __call__(self, *arguments: str, status: int = 0) -> str: ...


@pytest.fixture(autouse=True)
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace, and we are in it."""
    for name in ("REDIS_URL", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    assert main(["init", "work"]) == 0
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path / "work"


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    """Type a command; what it prints."""

    def said(*arguments: str, status: int = 0) -> str:
        capsys.readouterr()
        assert main(arguments) == status
        out, err = capsys.readouterr()
        assert all(len(line) <= 80 for line in out.splitlines() if "/" not in line)
        return out if status < 2 else err

    return said


def mine(work: Path, exercise: str) -> Path:
    return work / LAB.name / LAB.files[exercise]


def test_init_again(say: Say, work: Path) -> None:
    mine(work, "merge").unlink()
    out = say("init")
    assert f"  added  {LAB.name}/merge.py" in out
    assert f"  kept   {LAB.name}/state.py" in out
    assert out.splitlines()[0] == f"workspace {work.resolve()}"


def test_reset_and_history(say: Say, work: Path) -> None:
    file = mine(work, "merge")
    starter = file.read_text()
    assert "no version was replaced yet" in say("history", "merge")
    file.write_text("mine = 1\n")
    assert "grader history merge --restore 1" in say("reset", "merge")
    assert file.read_text() == starter
    assert "there was nothing to keep" in say("reset", "merge")
    assert say("history", "merge", "--show", "1") == "mine = 1\n"
    assert "is version 1 again; what was there is version 2" in say(
        "history", "merge", "--restore", "1"
    )
    assert file.read_text() == "mine = 1\n"
    listed = say("history").splitlines()
    assert listed[0] == "state: no version was replaced yet"
    assert [line.split()[-1] for line in listed if line.startswith("   ")] == ["reset", "restore"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["reset", "mergd"], "there is no exercise 'mergd'; there are: state, orderer"),
        (["history", "merge", "--show", "3"], "merge has no version 3; none was replaced yet"),
        (
            ["history", "--show", "3"],
            "which exercise? for example: grader history orderer --show 3",
        ),
        (["history", "--restore", "2"], "for example: grader history orderer --restore 2"),
        (["hint", "9"], "has no check 9"),
        (["hint", "merge"], "merge is an exercise of run_state_machine: see checks 5"),
        (["hint", "1", "2"], "name one check, by its number"),
        (["hint", "1", "no_lab"], "there is no lab 'no_lab'"),
        (["progress", "--workspace", "/"], "in no workspace; `grader init` makes one"),
        (["watch", "--interval", "0"], "--interval takes 0.05 to 3600 seconds"),
        (["init", "x"], "would be inside the workspace"),
    ],
)
def test_refusals(say: Say, arguments: list[str], message: str) -> None:
    err = say(*arguments, status=2)
    assert message in err
    assert err.count("\n") == 1


def test_hints(say: Say) -> None:
    first, second, third = (say("hint", "1") for _ in range(3))
    assert "1. a question" in first
    assert first.endswith("2 left: grader hint 1\n")
    assert "2. a picture in words" in second
    assert third.endswith("that was the last one\n")
    assert say("hint", LAB.name, "1") == say("hint", "1", LAB.name) == third


def test_hints_of_a_lab_that_is_named_go_on_in_that_lab(say: Say) -> None:
    last = LABS[-1].name
    for words in ((last, "1"), ("1", last)):
        out = say("hint", *words)
        assert out.startswith(f"{last}, check 1\n")
        assert out.endswith(f" left: grader hint {last} 1\n")


def test_in_a_labs_folder_a_number_means_that_labs_check(
    say: Say, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = LABS[-1]
    monkeypatch.chdir(work / last.name)
    out = say("hint", "1")
    assert out.startswith(f"{last.name}, check 1\n")
    assert out.endswith("2 left: grader hint 1\n")
    assert say("hint", "1", LAB.name).startswith(f"{LAB.name}, check 1\n")
    (line,) = say("check", "--only", "1", "--json", status=1).splitlines()
    assert json.loads(line)["lab"] == last.name
    first = LAB.files["state"]
    assert f"/{last.name}/" in say("replay", "1", status=1).splitlines()[0]
    assert f"/{LAB.name}/{first}" in say("replay", "1", LAB.name, status=1).splitlines()[0]
    (work / last.name / "deeper").mkdir()
    monkeypatch.chdir(work / last.name / "deeper")
    assert say("hint", "2").startswith(f"{last.name}, check 2\n")


def test_check_is_noted_and_diff_waits_until_it_passes(say: Say, work: Path) -> None:
    assert say("progress").count("not run yet") == CHECKS
    out = say("diff", "resume", status=1)
    assert "resume is not right yet" in out
    assert "grader hint 4" in out
    assert "def resume_from" not in out
    shutil.copyfile(LAB.solutions / "resume.py", mine(work, "resume"))
    assert "def resume_from" in say("diff", "resume")  # check 4 now waits for the orderer only
    assert "def should_merge" in say("diff", "merge", "--spoil")
    mine(work, "merge").write_text("changed")
    out = say("progress")
    assert "2 of 6 checks passed when last run" in out
    assert out.count(" *") == 3
    assert "failed: blocked" in out


def test_a_check_elsewhere_is_not_noted(say: Say) -> None:
    say("check", "--submission", str(LAB.starter.parent), status=1)
    assert say("progress").count("not run yet") == CHECKS


def test_a_check_in_a_workspace_that_cannot_be_written(say: Say, work: Path) -> None:
    (work / ".koda" / "progress.json").mkdir()
    assert "passed 2 of 6 checks" in say("check", status=1)


def test_watch(say: Say, work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for lab in LABS[1:]:
        shutil.rmtree(work / lab.name)
    file = mine(work, "state")
    things: list[Callable[[], object]] = [
        lambda: shutil.copyfile(LAB.solutions / "state.py", file),
        lambda: None,
        lambda: shutil.rmtree(file.parent),
        lambda: None,
    ]

    def pause(seconds: float) -> None:
        if not things:
            raise KeyboardInterrupt
        things.pop(0)()

    monkeypatch.setattr(watch, "pause", pause)
    out = say("watch")
    beginning = f"watching {work}: what you save is checked again; Ctrl-C ends it"
    assert out.splitlines()[0] == beginning
    first, second = out.split("checks, ")[:2]
    assert first.count("\nCheck ") == 1
    assert "passed 2 of 6" in first
    assert "Check 2 failed" in second
    assert "passed 3 of 6" in second
    assert "holds no file of any lab" in out
    assert out.endswith("stopped watching\n")


@pytest.mark.parametrize("command", [("diff", "state"), ("watch", LAB.name)])
def test_on_a_terminal_a_long_grading_says_what_is_at_work(
    say: Say, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    def pause(seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(watch, "pause", pause)
    monkeypatch.setattr(time, "strftime", lambda form: "12:00:00")
    status = 1 if command[0] == "diff" else 0
    plain, terminal = say(*command, status=status), Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(grading, "AtWork", partial(AtWork, patience=0))
    assert say(*command, status=status) == plain
    assert "check 2 of 6: " in terminal.getvalue()
    assert terminal.getvalue().endswith(WIPED)
