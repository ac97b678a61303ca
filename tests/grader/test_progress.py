"""What is noted of each check, and the table that is made of it."""

from dataclasses import replace
from pathlib import Path

import pytest

from grader.course import Lab
from grader.furnish import furnish
from grader.progress import digests, lab_at_work, note, notes_of, progress_text
from grader.record import CheckResult, Report
from grader.workspace import Workspace
from tests.grader.power import new_workspace

TITLES = {"small": {1: "Alpha is right, however long its title is", 2: "Both are right"}}
PASS = CheckResult(1, "Alpha", "Alpha.", ("alpha",), {}, 0.1)
FAIL = replace(PASS, number=2, exercises=("alpha", "beta"), outcome="timeout")


@pytest.fixture
def workspace(tmp_path: Path, lab: Lab) -> Workspace:
    made = new_workspace(tmp_path / "work", lab)
    furnish(made, tmp_path / "none")
    return made


def noted(workspace: Workspace, *checks: CheckResult) -> None:
    report = Report("small", "Small", "work", "mock", 1, 0, 100, checks)
    note(workspace, report, files=digests(workspace), now=1_000_000_000)


def test_counts_grow_and_the_last_outcome_stays(workspace: Workspace) -> None:
    noted(workspace, PASS, FAIL)
    noted(workspace, replace(PASS, outcome="wrong"))
    notes = notes_of(workspace)["small"]
    assert [(n.outcome, n.runs, n.passes) for n in notes.values()] == [
        ("wrong", 2, 1),
        ("timeout", 1, 0),
    ]


def test_the_table(workspace: Workspace) -> None:
    assert "not run yet" in progress_text(workspace, TITLES)
    noted(workspace, PASS, FAIL)
    workspace.exercise("beta").file.write_text("changed")
    lines = progress_text(workspace, TITLES).splitlines()
    assert lines[0] == "small: 1 of 2 checks passed when last run"
    assert lines[1] == " # self-check                  runs  last run          result"
    assert lines[2].startswith(" 1 Alpha is right, however")
    assert lines[2].endswith("passed")
    assert lines[4].endswith("failed: timeout *")
    assert lines[5] == "   * the file has changed since"
    assert all(len(line) <= 80 for line in lines)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[1]",
        "{",
        '{"labs": {"small": {"1": {}}}}',
        '{"labs": {"small": {"1": {"when": 1e99}}}}',
    ],
)
def test_notes_that_somebody_else_wrote(workspace: Workspace, text: str) -> None:
    workspace.remember("progress.json", lambda _: text.encode())
    assert notes_of(workspace) == {}
    noted(workspace, PASS)
    assert notes_of(workspace)["small"][1].runs == 1


def test_the_lab_at_work(workspace: Workspace, lab: Lab) -> None:
    second = replace(lab, name="second")
    assert lab_at_work([lab, second], {}) == lab
    noted(workspace, PASS, replace(FAIL, outcome="passed"))
    assert lab_at_work([lab, second], notes_of(workspace)) == second
    assert lab_at_work([lab], notes_of(workspace)) == lab
