"""Who answers a check's calls: the reference, here in this process, or the student's code.

Knows the `Caller` seam and nothing of checks. The reference is ours, so it runs here; the
student's code never does.
"""

import asyncio
from collections.abc import Collection, Sequence
from pathlib import Path

from grader.calling import Host
from grader.record import Trouble
from labs.calls import Answer, Call, Caller, Exercise, Fault


class InProcess:
    """Calls the files of one folder in this process."""

    def __init__(self, folder: Path, exercises: Sequence[Exercise]) -> None:
        self._host = Host(folder, exercises)

    async def call(self, exercise: str, calls: Sequence[Call]) -> Sequence[Answer]:
        """Make the calls in order; one answer each.

        Raises:
            Fault: the exercise's file is not what the contract wants.
        """
        return self._host.perform(exercise, calls)


class Mixed:
    """Calls the student's code for some exercises and the reference for all others.

    A fault of the student's may happen deep inside a running system: it is remembered here, and
    `faulted` is set, so that whoever waits for that system need not wait in vain.
    """

    def __init__(self, student: Caller, reference: Caller, exercises: Collection[str]) -> None:
        self.exercises = frozenset(exercises)
        self.fault: Fault | None = None
        self.faulted = asyncio.Event()
        self._student = student
        self._reference = reference

    async def call(self, exercise: str, calls: Sequence[Call]) -> Sequence[Answer]:
        """Make the calls in order; one answer each.

        Raises:
            Fault: the student's file cannot be used.
            Trouble: the reference cannot be used.
        """
        if exercise in self.exercises:
            return await self._by_student(exercise, calls)
        try:
            return await self._reference.call(exercise, calls)
        except Fault as fault:
            raise Trouble(f"the reference answer cannot be used: {fault.message}") from fault

    async def _by_student(self, exercise: str, calls: Sequence[Call]) -> Sequence[Answer]:
        try:
            return await self._student.call(exercise, calls)
        except Fault as fault:
            self.fault = self.fault or fault
            self.faulted.set()
            raise
