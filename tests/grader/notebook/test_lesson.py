"""Which lab `check` means, and a grader that does without a notebook's packages."""

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from IPython.core.interactiveshell import InteractiveShell

from grader.course import Lab, find_labs
from grader.furnish import furnish
from grader.notebook import lesson
from grader.notebook.lesson import Lesson
from grader.record import Usage
from grader.workspace import Workspace
from labs.checking import SelfCheck

WITHOUT = """
import importlib, pkgutil, sys
for name in ("IPython", "ipykernel", "jupyterlab", "ipywidgets", "anywidget", "traitlets"):
    sys.modules[name] = None
import grader
for found in pkgutil.walk_packages(grader.__path__, "grader."):
    if not found.name.startswith(("grader.notebook", "grader.__main__")):
        importlib.import_module(found.name)
print("all there")
"""


class _Told(list[str]):
    """What was shown, and which labs were asked about."""


@pytest.fixture
def told(lab: Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> _Told:
    """A workspace of two labs, around whoever asks; nothing is graded."""
    other = replace(lab, name="other", files={"gamma": "alpha.py"})
    work = Workspace((tmp_path / "work").resolve(), (lab, other))
    furnish(work, tmp_path / "none")
    told = _Told()

    def refuse(root: Path, lab: Lab, numbers: Sequence[int]) -> None:
        raise Usage(f"asked about {lab.name}")

    def no_checks(lab: Lab) -> Sequence[SelfCheck]:
        return ()

    monkeypatch.setattr(lesson, "find_workspace", lambda _: work)
    monkeypatch.setattr(lesson, "ask", refuse)
    monkeypatch.setattr(lesson, "show_note", told.append)
    monkeypatch.setattr(lesson, "_checks", no_checks)
    return told


def test_a_cells_checks_are_its_own_and_none_that_waits_for_others() -> None:
    for lab in find_labs():
        work = Workspace(Path("nowhere"), (lab,))
        for exercise in work.exercises():
            own = lesson._own(lab, exercise)
            assert own
            assert not [mark for mark in lab.marks if mark.after and mark.number in own]


def test_with_several_labs_one_must_be_named_or_worked_on(told: _Told) -> None:
    shell = cast(InteractiveShell, SimpleNamespace(user_ns={}))
    ours = Lesson(shell)
    ours.check(1)
    assert "say which lab, as check(2, lab='small'); there are: small, other" in told.pop()
    ours.check(1, lab="other")
    assert "asked about other" in told.pop()
    ours.exercise("gamma", "x = 1\n")
    ours.check(1)
    assert all("asked about other" in note for note in told)


def test_all_but_the_notebook_does_without_its_packages() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True)
    assert done.stdout == "all there\n", done.stderr


@pytest.mark.parametrize(
    ("notebook", "name"),
    [
        ("/desk/notebooks/day_0_tour.ipynb", None),
        ("notebooks/day_2_orderer.ipynb", "small"),
        ("day_5_round_trip.ipynb", "small"),
        ("day_6_turns.ipynb", "other"),
        ("notebooks/day_10_slow_clients.ipynb", "other"),
        ("day_6/scratch.ipynb", None),
        ("", None),
    ],
)
def test_a_notebooks_day_tells_its_lab(lab: Lab, notebook: str, name: str | None) -> None:
    labs = (lab, replace(lab, name="other", first_day=6))
    found = lesson.lab_of_day(labs, notebook)
    assert (found and found.name) == name
