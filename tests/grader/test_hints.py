"""Three steps, one more each time, and never the code."""

import re
from pathlib import Path

import pytest

from grader.course import Lab, find_labs
from grader.hints import STEPS, next_hints
from grader.record import Usage
from grader.workspace import Workspace
from tests.grader.power import new_workspace


@pytest.fixture
def workspace(tmp_path: Path, lab: Lab) -> Workspace:
    return new_workspace(tmp_path / "work", find_labs()[0])


def test_one_step_more_each_time(workspace: Workspace) -> None:
    lab = find_labs()[0]
    hints = lab.marks[1].hints
    said = [next_hints(workspace, lab, 2) for _ in range(4)]
    assert said == [(hints[:1], 2), (hints[:2], 1), (hints, 0), (hints, 0)]
    assert next_hints(workspace, lab, 3)[1] == 2


def test_an_unknown_check(workspace: Workspace, lab: Lab) -> None:
    with pytest.raises(Usage, match="small has no check 9; it has 1, 2"):
        next_hints(workspace, lab, 9)


@pytest.mark.parametrize("text", ["", "[", "[]", '{"small 1": "x"}', '{"small 1": -5}'])
def test_notes_that_somebody_else_wrote(workspace: Workspace, lab: Lab, text: str) -> None:
    workspace.remember("hints.json", lambda _: text.encode())
    assert next_hints(workspace, lab, 1) == (("Look at alpha.",), 0)


@pytest.mark.parametrize("lab", find_labs(), ids=lambda lab: lab.name)
def test_every_check_has_three_steps_and_none_is_code(lab: Lab) -> None:
    code = re.compile(r"[=\[\]{}_`]|\w\(|\b(def|lambda|self|import|dict|frozenset)\b")
    for mark in lab.marks:
        assert len(mark.hints) == len(STEPS)
        assert "?" in mark.hint
        said = [re.sub(r"\b\w+\.py\b", "the file", hint) for hint in mark.hints]
        assert not [hint for hint in said if code.search(hint)]
