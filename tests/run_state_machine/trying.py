"""Tries an answer that is given as text: its trial, in this process, and the shortest script."""

import shutil
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from grader.callers import InProcess
from grader.shrinking import shrunk
from labs.checking import Answer, Call, Caller, Counterexample
from labs.course import course_folder
from labs.run_state_machine.contract import EXERCISES
from labs.run_state_machine.rules import RULES
from labs.trials import Finding

Trial = Callable[[Caller], Awaitable[Finding | None]]
SOLUTIONS = course_folder("solutions") / "run_state_machine"


class Tried:
    """One answer to an exercise, in a folder with the solutions of the others."""

    def __init__(self, folder: Path, exercise: str, text: str) -> None:
        self.folder = shutil.copytree(SOLUTIONS, folder / "work", dirs_exist_ok=True)
        self.exercise = exercise
        self.runs = self.calls = 0
        (self.folder / f"{exercise}.py").write_text(text, encoding="utf-8")

    async def fresh(self, calls: Sequence[Call]) -> Sequence[Answer]:
        """The answers in a new run."""
        self.runs += 1
        self.calls += len(calls)
        return await InProcess(self.folder, EXERCISES).call(self.exercise, calls)

    async def finding(self, trial: Trial) -> Finding | None:
        """What the trial finds, as it finds it."""
        return await trial(InProcess(self.folder, EXERCISES))

    async def shortest(self, trial: Trial) -> Counterexample:
        """The counterexample that a student is shown."""
        found = await self.finding(trial)
        assert found is not None
        self.runs = self.calls = 0
        return await shrunk(found.counterexample, RULES[self.exercise], self.fresh)


def solution(exercise: str) -> str:
    """The reference answer's text."""
    return (SOLUTIONS / f"{exercise}.py").read_text(encoding="utf-8")


def told(found: Counterexample) -> tuple[str, str, str]:
    """The counterexample's three lines."""
    return found.input, found.expected, found.got
