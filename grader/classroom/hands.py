"""Who grades: anything that turns a task into an entry, and here a desk in a process of its own.

Knows processes. Promises: a desk that dies or hangs costs the one work that it had, which is tried
once more at a new desk; an honest line says so if that fails too.
"""

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from grader.classroom.desk import MOST_LINE, READY
from grader.classroom.entry import Entry, Task, Terms, ungraded
from grader.record import Trouble, Usage

START_SECONDS = 60
WORK_SECONDS = 300
"""For one student's work; what the grading itself allows is a part of it."""
END_SECONDS = 5
"""For a desk to tidy up, once it is told that nothing more will come."""
MOST_WORKS = 500
"""After so many a desk is replaced, whatever has gathered on it."""

_DIED = "the process that graded this work ended, twice; it is graded again next time"


class Hand(Protocol):
    """Grades works, one at a time."""

    async def entry(self, task: Task) -> Entry:
        """What came of the task.

        Raises:
            Refusal: nobody's work can be graded.
        """

    async def close(self) -> None:
        """Give back what it has."""


class _Died(Exception):
    """The desk is gone, or will not answer."""


class Desk:
    """A desk of our own."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._process: Process | None = None
        self._works = 0

    async def entry(self, task: Task) -> Entry:
        """What came of the task.

        Raises:
            Usage: Redis or Postgres has gone.
            Trouble: no desk can be started.
        """
        entry = await self._tried(task)
        if entry.state == "trouble":
            await self.close()
            entry = await self._tried(task)
        return entry

    async def _tried(self, task: Task) -> Entry:
        process = await self._ready()
        try:
            async with asyncio.timeout(WORK_SECONDS):
                return await _asked(process, task)
        except (_Died, TimeoutError, ConnectionError):
            await self.close()
            return ungraded(task, "trouble", _DIED, self._terms.labs)

    async def _ready(self) -> Process:
        if self._process is not None and self._works == MOST_WORKS:
            await self.close()
        if self._process is None:
            self._process, self._works = await _started(self._terms), 0
        self._works += 1
        return self._process

    async def close(self) -> None:
        """End the process."""
        if self._process is not None:
            process, self._process = self._process, None
            await _ended(process)


async def _started(terms: Terms) -> Process:
    ours = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, [ours, os.environ.get("PYTHONPATH")]))
    process = await asyncio.create_subprocess_exec(
        *[sys.executable, "-P", "-m", "grader.classroom.desk", terms.line()],
        stdin=PIPE,
        stdout=PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path},
        limit=MOST_LINE,
        start_new_session=True,  # an interrupt is for us, and we end it
    )
    try:
        async with asyncio.timeout(START_SECONDS):
            if (line := await _line(process)) == READY:
                return process
        _require_services(line)
    except (_Died, TimeoutError):
        await _ended(process)
    except BaseException:
        await _ended(process)
        raise
    raise Trouble("a process that grades cannot be started; `grader doctor` may say why")


async def _ended(process: Process) -> None:
    """Let the desk end, and so tidy up what it has unpacked; one that hangs is killed."""
    assert process.stdin is not None
    process.stdin.close()
    try:
        async with asyncio.timeout(END_SECONDS):
            await process.communicate()
    except TimeoutError:
        pass  # it hangs
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.communicate()  # and so close its pipes, before the loop is closed


async def _asked(process: Process, task: Task) -> Entry:
    assert process.stdin is not None
    process.stdin.write(task.line().encode() + b"\n")
    await process.stdin.drain()
    line = await _line(process)
    _require_services(line)
    try:
        return Entry.from_line(line)
    except ValueError:
        raise _Died from None


async def _line(process: Process) -> bytes:
    assert process.stdout is not None
    line = await process.stdout.readline()
    if not line.endswith(b"\n"):
        raise _Died
    return line


def _require_services(line: bytes) -> None:
    if line.startswith(b'{"unavailable"'):
        gone = json.loads(line)["unavailable"]
        raise Usage(f"{gone} and run this again: what is graded stays graded")
