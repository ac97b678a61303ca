"""Tries an answer that is given as text: its trial, in this process, and the shortest script."""

import copy
import shutil
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from grader.callers import InProcess
from grader.shrinking import shrunk
from grader.trace import script_from_json, trace_to_json
from labs.calls import Answer, Call, Caller
from labs.checking import Counterexample
from labs.course import course_folder
from labs.scripts import Script
from labs.streaming_protocol.contract import EXERCISES
from labs.streaming_protocol.rules import RULES
from labs.streaming_protocol.trials.approvals import try_approvals
from labs.streaming_protocol.trials.cancel import try_cancel
from labs.streaming_protocol.trials.fold import try_fold
from labs.streaming_protocol.trials.operations import try_operations
from labs.streaming_protocol.trials.record import try_record
from labs.streaming_protocol.trials.slow_client import try_slow_client
from labs.trials import Finding

SOLUTIONS = course_folder("solutions") / "streaming_protocol"
SEED = 7


async def _try_slow_client(caller: Caller) -> Finding | None:
    return await try_slow_client(caller, SEED)


TRIALS: dict[str, Callable[[Caller], Awaitable[Finding | None]]] = {
    "fold": try_fold,
    "record": try_record,
    "cancel": try_cancel,
    "operations": try_operations,
    "approvals": try_approvals,
    "slow_client": _try_slow_client,
}


class Apart:
    """Calls an answer in this process; like a process of its own, it gets copies of all."""

    def __init__(self, folder: Path) -> None:
        self._caller = InProcess(folder, EXERCISES)
        self.calls = 0

    async def call(self, exercise: str, calls: Sequence[Call]) -> Sequence[Answer]:
        self.calls += len(calls)
        return await self._caller.call(exercise, [copy.deepcopy(call) for call in calls])


class Tried:
    """One answer to an exercise, in a folder with the solutions of the others."""

    def __init__(self, folder: Path, exercise: str, *changes: tuple[str, str]) -> None:
        self.folder = shutil.copytree(SOLUTIONS, folder / "work", dirs_exist_ok=True)
        self.exercise = exercise
        file = self.folder / f"{exercise}.py"
        text = file.read_text(encoding="utf-8")
        for was, now in changes:
            assert was in text, was
            text = text.replace(was, now)
        file.write_text(text, encoding="utf-8")

    async def fresh(self, calls: Sequence[Call]) -> Sequence[Answer]:
        """The answers in a new run."""
        return await Apart(self.folder).call(self.exercise, calls)

    async def finding(self) -> Finding | None:
        """What the trial finds, as it finds it."""
        return await TRIALS[self.exercise](Apart(self.folder))

    async def shortest(self) -> Counterexample:
        """The counterexample that a student is shown."""
        found = await self.finding()
        assert found is not None
        return await shrunk(found.counterexample, RULES[self.exercise], self.fresh)

    def read_again(self, found: Counterexample) -> Script:
        """The script of the counterexample, from what a report says of it."""
        (exercise,) = (one for one in EXERCISES if one.name == self.exercise)
        script = trace_to_json(found)["script"]
        return script_from_json(script, exercise, RULES[self.exercise])


def told(found: Counterexample) -> tuple[str, str, str]:
    """The counterexample's three lines, without where in the script it breaks."""
    ends = [line.rpartition("): ")[2] for line in (found.expected, found.got)]
    return found.input, ends[0], ends[1]
