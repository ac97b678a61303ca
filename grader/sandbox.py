"""Where a submission's code runs: for now in this process, one day in a child of it.

Knows the `Caller` seam and nothing of checks. Only calls and plain answers cross it. What the
code prints goes nowhere, what it raises is an answer; the user's own Ctrl-C still stops us.
"""

import asyncio
import io
import signal
import sys
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from types import FrameType

from grader.calling import Host
from grader.record import Trouble
from labs.checking import Answer, Call, Caller, Exercise, Fault


class _Nowhere(io.RawIOBase):
    def writable(self) -> bool:
        return True

    def write(self, data: object, /) -> int:
        return len(data) if isinstance(data, bytes | bytearray | memoryview) else 0


def _nowhere() -> io.TextIOWrapper:
    # A whole text file, for code may ask for its buffer, and a new one, for code may close it.
    return io.TextIOWrapper(io.BufferedWriter(_Nowhere()), "utf-8", "backslashreplace")


@contextmanager
def silence() -> Iterator[None]:
    """Let nothing that is printed get out, and nothing that the user types get in."""
    stdin = sys.stdin
    sys.stdin = io.StringIO()
    try:
        with redirect_stdout(_nowhere()), redirect_stderr(_nowhere()):
            yield
    finally:
        sys.stdin = stdin


@contextmanager
def interruptible() -> Iterator[None]:
    """Raise `KeyboardInterrupt` if the user pressed Ctrl-C, even if the code caught it."""
    previous = signal.getsignal(signal.SIGINT)
    main = threading.current_thread() is threading.main_thread()
    if not main or not callable(previous):
        yield
        return
    pressed = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        pressed.set()
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)
        if pressed.is_set():
            raise KeyboardInterrupt


class InProcess:
    """Calls the files of one folder in this process."""

    def __init__(self, folder: Path, exercises: Sequence[Exercise]) -> None:
        self._host = Host(folder, exercises)

    async def call(self, exercise: str, calls: Sequence[Call]) -> Sequence[Answer]:
        """Make the calls in order; one answer each.

        Raises:
            Fault: the exercise's file is not what the contract wants.
        """
        with interruptible(), silence():
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
