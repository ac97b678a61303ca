"""The second half of a grading, done ahead by a copy of this process on another processor.

Once each check has passed with the student's files for its own exercises, all are run again with
all files together. The copy does that from the beginning on, in the hope that it will be wanted.
Knows how a copy is made, told and ended, and no check. All that comes from it is that a check has
passed, and in how many seconds: what it does not say is found out here, as if there were no copy.
"""

import asyncio
import os
import select
import signal
import socket
import sys
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager, suppress
from dataclasses import dataclass
from typing import NoReturn

END_SECONDS = 5.0
"""For a copy to take down what it has put up; it needs a fraction of one."""
SILENT_SECONDS = 10.0
"""A copy that says nothing for so long has no processor, or is stopped: it is not waited for."""

Part = Callable[[], AsyncIterator[tuple[int, float]]]
"""Runs one submission's checks; of each that passes, its number and how many seconds it took."""
Opened = Callable[[], AbstractAsyncContextManager[Sequence[Part]]]
"""Opens what the parts need, in the copy."""


def pays() -> bool:
    """Whether a copy can be made here, and finds a processor of its own."""
    if sys.platform != "linux" or threading.active_count() > 1:  # another thread may hold a lock
        return False
    try:
        os.close(os.pidfd_open(os.getpid()))
    except OSError:  # then nobody could wait for its end
        return False
    return len(os.sched_getaffinity(0)) > 1


class Said:
    """What the copy at the other end says; it must be asked for in the order of its work.

    `was_killed` says in the end whether it could take down what it had put up.
    """

    def __init__(self, channel: socket.socket) -> None:
        channel.setblocking(False)
        self.was_killed = False
        self._channel = channel
        self._rest = b""
        self._over = -1
        """All parts up to this one have ended."""

    async def seconds(self, part: int, check: int) -> float | None:
        """Wait until the copy has passed the check; None if it has not, or is not heard of."""
        try:
            while self._over < part and (line := await self._line()):
                told, number, seconds = line.split()
                if (int(told), int(number)) == (part, check):
                    return float(seconds)
                if int(number) == _END:
                    self._over = int(told)
        except (OSError, TimeoutError):
            self._over = sys.maxsize
        return None

    def skip(self, part: int) -> None:
        """Say that nobody needs this part any more."""
        with suppress(OSError):
            self._channel.send(b"%d\n" % part)

    async def _line(self) -> bytes:
        while b"\n" not in self._rest:
            async with asyncio.timeout(SILENT_SECONDS):
                more = await asyncio.get_running_loop().sock_recv(self._channel, 4_096)
            if not more:
                return b""
            self._rest += more
        line, self._rest = self._rest.split(b"\n", 1)
        return line


@dataclass
class Ahead:
    """One part of what the copy says, by the clock `now`.

    `owed` are seconds that the copy took for what it has passed, without those in which it was
    waited for: so much less is left, as if everything had been done here.
    """

    said: Said
    part: int
    now: Callable[[], float]
    owed: float = 0.0

    async def seconds(self, check: int) -> float | None:
        """Wait until the copy has passed the check; None if it has not, or is not heard of."""
        began = self.now()
        seconds = await self.said.seconds(self.part, check)
        self.owed += (seconds or 0.0) - (self.now() - began)
        return seconds

    def skip(self) -> None:
        """Say that nobody needs this part any more."""
        self.said.skip(self.part)


@contextmanager
def copied(opened: Opened) -> Iterator[Said | None]:
    """A copy of this process that does the parts; it ends with the block, or when we are gone.

    None if the system has no room for one.
    """
    try:
        ours, theirs = socket.socketpair()
        with theirs:
            copy = os.fork()
            if copy == 0:
                ours.close()
                _be_the_copy(_Copy(theirs).do_all(opened))
    except OSError:
        yield None
        return
    said = Said(ours)
    try:
        yield said
    finally:
        ours.close()
        said.was_killed = _ended(copy) != 0


def _be_the_copy(work: Coroutine[None, None, None]) -> NoReturn:
    try:
        with suppress(BaseException):  # whatever it is, it is found out again, and told, by us
            asyncio.run(work)
    finally:
        os._exit(0)


def _ended(copy: int) -> int:
    """Wait for the copy's end, not for ever; its status."""
    process = os.pidfd_open(copy)
    try:
        ended = select.poll()
        ended.register(process, select.POLLIN)
        if not ended.poll(END_SECONDS * 1_000):
            os.kill(copy, signal.SIGKILL)
    finally:
        os.close(process)
    return os.waitpid(copy, 0)[1]


class _Copy:
    """What the copy does: part after part, until all are done or nobody listens."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self._skipped = set[int]()
        self._at_work: asyncio.Task[None] | None = None
        self._part = -1

    async def do_all(self, opened: Opened) -> None:
        """Do each part that is not skipped."""
        reader, writer = await asyncio.open_connection(sock=self._channel)
        listening = asyncio.create_task(self._listen(reader, asyncio.current_task()))
        async with opened() as parts:
            for self._part, part in enumerate(parts):
                if self._part not in self._skipped:
                    await self._done(asyncio.create_task(self._do(part, writer)))
                writer.write(_line(self._part, _END))
        await writer.drain()
        listening.cancel()

    async def _listen(
        self, reader: asyncio.StreamReader, all_of_it: "asyncio.Task[None] | None"
    ) -> None:
        with suppress(ConnectionError):  # how it ends if something was said that nobody has read
            while line := await reader.readline():
                self._skipped.add(int(line))
                if self._at_work is not None and self._part in self._skipped:
                    self._at_work.cancel()
        if all_of_it is not None:
            all_of_it.cancel()

    async def _done(self, task: "asyncio.Task[None]") -> None:
        self._at_work = task
        try:
            await asyncio.wait([task])
        finally:
            # Nothing may still be at work where it is about to be taken down.
            task.cancel()
            await asyncio.wait([task])

    async def _do(self, part: Part, writer: asyncio.StreamWriter) -> None:
        with suppress(Exception):  # a part that breaks off has ended
            async for check, seconds in part():
                writer.write(_line(self._part, check, seconds))


_END = 0
"""In a check's place: this part has ended."""


def _line(part: int, check: int, seconds: float = 0.0) -> bytes:
    return b"%d %d %.3f\n" % (part, check, seconds)
