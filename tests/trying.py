"""Tries an answer that is given as text: its trial, in this process, and the shortest script."""

import importlib
import shutil
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from grader.callers import InProcess
from grader.shrinking import shrunk
from labs.calls import Answer, Call, Caller, Exercise
from labs.checking import Counterexample
from labs.course import course_folder
from labs.trials import Finding

if TYPE_CHECKING:
    from labs.scripts import Rules

Trial = Callable[[Caller], Awaitable[Finding | None]]
MOST_CALLS = 1_100
"""Of a trial, where no promise is about many: it is made for each check of each student."""


class Tried:
    """One answer to an exercise, in a folder with the solutions of the others."""

    def __init__(self, folder: Path, exercise: str, text: str) -> None:
        lab = lab_of(exercise)
        self.exercises: tuple[Exercise, ...] = _module(lab, "contract").EXERCISES
        self.rules: Rules = _module(lab, "rules").RULES[exercise]
        solutions = course_folder("solutions") / lab
        self.folder = shutil.copytree(solutions, folder / "work", dirs_exist_ok=True)
        self.exercise = exercise
        self.runs = self.calls = 0
        (self.folder / f"{exercise}.py").write_text(text, encoding="utf-8")

    async def fresh(self, calls: Sequence[Call]) -> Sequence[Answer]:
        """The answers in a new run."""
        self.runs += 1
        self.calls += len(calls)
        return await InProcess(self.folder, self.exercises).call(self.exercise, calls)

    async def call(self, exercise: str, calls: Sequence[Call]) -> Sequence[Answer]:
        """As a caller, which counts."""
        assert exercise == self.exercise
        return await self.fresh(calls)

    async def finding(self, trial: Trial) -> Finding | None:
        """What the trial finds, as it finds it."""
        return await trial(InProcess(self.folder, self.exercises))

    async def shortest(self, trial: Trial) -> Counterexample:
        """The counterexample that a student is shown."""
        found = await self.finding(trial)
        assert found is not None
        self.runs = self.calls = 0
        return await shrunk(found.counterexample, self.rules, self.fresh)


def lab_of(exercise: str) -> str:
    """The lab that has that exercise: names are unique over all labs."""
    (file,) = course_folder("solutions").glob(f"*/{exercise}.py")
    return file.parent.name


def solution(exercise: str) -> str:
    """The reference answer's text."""
    return answer("solutions", exercise)


def starter(exercise: str) -> str:
    """The text that a student begins with."""
    return answer("starter", exercise)


def answer(tree: str, exercise: str) -> str:
    """The text of that exercise's file in one of the course's trees."""
    file = course_folder(tree) / lab_of(exercise) / f"{exercise}.py"
    return file.read_text(encoding="utf-8")


def _module(lab: str, name: str) -> ModuleType:
    return importlib.import_module(f"labs.{lab}.{name}")


def told(found: Counterexample) -> tuple[str, str, str]:
    """The counterexample's three lines."""
    return found.input, found.expected, found.got
