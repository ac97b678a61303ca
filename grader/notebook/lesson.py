"""What the notebook's words do: `%%exercise NAME`, `%exercise NAME` and `check(N)`.

Knows the course, the workspace around the notebook, and the steps of a cell: save, play, check.
Whatever cannot be done is told in a sentence, never as a traceback.
"""

import importlib
import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from grader.course import Lab, find_labs
from grader.notebook.asking import Stopped, ask, unasked
from grader.notebook.play import play
from grader.notebook.saving import Settled, adopt, settle, shown_file
from grader.notebook.shown import show_cards, show_note
from grader.record import Refusal, Usage
from grader.submission import lab_named
from grader.workspace import Exercise, Workspace, find_workspace

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from labs.checking import SelfCheck

REPLACE = "--replace"
_NO_WORKSPACE = "This notebook is in no workspace, so there is nothing to save in or to check.\n"
_MAKE_ONE = "Type `grader init` in a terminal and open the notebooks of the folder that it makes."


class Lesson:
    """A notebook's lesson. The lab of the last exercise is the one that `check` means."""

    def __init__(self, shell: "InteractiveShell") -> None:
        self._shell = shell
        self._workspace: Workspace | None = None
        self._lab: Lab | None = None

    def find(self) -> Workspace:
        """The workspace around the notebook; once found it stays, wherever the kernel goes.

        Raises:
            Usage: there is none.
        """
        if self._workspace is not None and not self._workspace.own.is_dir():
            # Moved or renamed: to save where it was would be to save where nobody looks.
            gone = "This notebook's workspace is not where it was; nothing was saved."
            raise Usage(f"{gone} Run `%reload_ext grader` to find it again.")
        if self._workspace is None:
            try:
                self._workspace = find_workspace(find_labs())
            except Usage:
                raise Usage(f"{_NO_WORKSPACE}{_MAKE_ONE}") from None
        return self._workspace

    def exercise(self, line: str, cell: str | None = None) -> None:
        """Save, run and check an exercise's cell; without one, put the file into a new cell."""
        try:
            exercise, replace = self._asked(line)
            if cell is None:
                self._fetch(exercise, replace=replace)
            else:
                self._do(exercise, cell, replace=replace)
        except Refusal as problem:
            show_note(str(problem))

    def check(self, *numbers: int, lab: str | None = None) -> None:
        """Show the cards of these checks; without a number, of all."""
        try:
            self._check(self._meant(lab), numbers)
        except Refusal as problem:
            show_note(unasked(problem))

    def _asked(self, line: str) -> tuple[Exercise, bool]:
        workspace = self.find()
        options = [word for word in line.split() if word.startswith("-")]
        names = [word for word in line.split() if not word.startswith("-")]
        if unknown := [word for word in options if word != REPLACE]:
            raise Usage(f"%%exercise has no option {unknown[0]!a}; it has `{REPLACE}`")
        if len(names) != 1:
            there = ", ".join(exercise.name for exercise in workspace.exercises())
            raise Usage(f"%%exercise takes the name of one exercise; there are: {there}")
        return workspace.exercise(names[0]), bool(options)

    def _fetch(self, exercise: Exercise, *, replace: bool) -> None:
        if replace:
            raise Usage(f"`{REPLACE}` belongs to a cell that begins with `%%exercise`")
        if not exercise.file.is_file():
            put_back = f"`grader reset {exercise.name}` in a terminal puts the starter's there"
            raise Usage(f"there is no {shown_file(exercise)}; {put_back}")
        text = adopt(self.find(), exercise).decode("utf-8-sig", errors="replace")
        body = "\n".join(text.rstrip().splitlines())
        self._shell.set_next_input(f"%%exercise {exercise.name}\n{body}")
        where = f"The text of {shown_file(exercise)} is in the cell below. Go on there"
        show_note(f"{where}; the exercise's cell above may be deleted.")

    def _do(self, exercise: Exercise, cell: str, *, replace: bool) -> None:
        workspace = self.find()
        self._lab = workspace.lab_of(exercise)
        # Before anything of the student's runs: which checks these are.
        numbers = _own(self._lab, exercise)
        settled = settle(workspace, exercise, cell, replace=replace)
        if settled.note:
            show_note(settled.note)
        interrupted = self._play(exercise, settled)
        try:
            show_cards(ask(workspace.root, self._lab, numbers), settled.remark)
        except Refusal as problem:
            show_note(f"{unasked(problem)}\n{settled.remark}")
        if interrupted:
            raise Stopped("your code was stopped; its checks ran all the same")

    def _play(self, exercise: Exercise, settled: Settled) -> bool:
        """Whether somebody stopped it."""
        try:
            play(self._shell, settled.source, shown_file(exercise), exercise.file.parent)
        except KeyboardInterrupt:
            return True
        return False

    def _check(self, lab: Lab, numbers: Sequence[int]) -> None:
        show_cards(ask(self.find().root, lab, numbers))

    def _meant(self, name: str | None) -> Lab:
        labs = self.find().labs
        if name is not None:
            return lab_named(name, labs)
        lab = self._lab or lab_of_day(labs, os.environ.get("JPY_SESSION_NAME", ""))
        if lab is None and len(labs) > 1:
            there = ", ".join(lab.name for lab in labs)
            raise Usage(f"say which lab, as check(2, lab={labs[0].name!r}); there are: {there}")
        return lab or labs[0]


def lab_of_day(labs: Sequence[Lab], notebook: str) -> Lab | None:
    """The lab to whose days a notebook of that name belongs; JupyterLab tells kernels the name."""
    named = re.search(r"day_([0-9]{1,3})_[^/]*$", notebook)
    begun = [lab for lab in labs if named is not None and lab.first_day <= int(named[1])]
    return max(begun, key=lambda lab: lab.first_day, default=None)


def _own(lab: Lab, exercise: Exercise) -> Sequence[int]:
    """The checks that are about this exercise; not those that wait for others' to pass."""
    waiting = {mark.number for mark in lab.marks if mark.after}
    own = [check.number for check in _checks(lab) if check.exercises[0] == exercise.name]
    return [number for number in own if number not in waiting]


def _checks(lab: Lab) -> "Sequence[SelfCheck]":
    checks: Sequence[SelfCheck] = importlib.import_module(f"labs.{lab.name}.checks").CHECKS
    return checks
