"""A process behind the wall that forks a performer for each run of a check.

Knows how that process is started, asked and ended; must not know what is called. It is ready
before it is needed, so that a performer costs a fork and not a start. A student's code may kill
it, where nothing better than limits stands between: then another one takes its place.
"""

import asyncio
import os
import select
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import IO

from grader import wall
from grader.cgroups import Groups, make_groups
from grader.copying import HERE, remove
from grader.fair import FairClock, threads_waited
from grader.line import Line, Printed
from grader.wire import COUNT_BYTES, Garbled, Json, exercise_to_json, packed, unpacked
from labs.calls import Exercise

ANSWER_SECONDS = 5.0
"""Only our own code answers here: whoever does not is stopped or gone."""


class Forks:
    """The process that forks, and its keeper. `make_room` makes a room full of copies.

    `clock` watches each performer.
    """

    def __init__(self, make_room: Callable[[], Path], clock: FairClock) -> None:
        self._make_room = make_room
        self._clock = clock
        self._bubblewrap = wall.bubblewrap()
        self._keeper: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._count: IO[bytes] | None = None
        self._groups = Groups()
        self._submission = Path()
        self._is_ready = False

    def start(self) -> None:
        """Start the process, without waiting for it: it gets ready while we do."""
        room = self._make_room()
        self._submission = room / "submission"
        self._groups = make_groups()
        try:
            self._count = _made_count()
            ours, theirs = socket.socketpair()
            with theirs:
                self._keeper = self._kept(room, [theirs.fileno(), self._count.fileno()])
        except BaseException:
            self._groups.remove()
            remove(room)
            raise
        ours.setblocking(False)
        self._control, self._is_ready = ours, False

    def _kept(self, room: Path, handed: Sequence[int]) -> "subprocess.Popen[bytes]":
        groups = [str(folder) for folder in self._groups.folders]
        walls = wall.walls(self._bubblewrap, room) if self._bubblewrap else []
        command = [*walls, *wall.child(room), *map(str, handed)]
        keeper = [*wall.python(), str(HERE / "keeper.py"), str(room), *groups]
        return subprocess.Popen(
            [*keeper, "--", *command],
            cwd=self._submission,
            env=wall.environment(room),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,  # nothing is said there: its end is the end of them all
            stderr=subprocess.DEVNULL,
            pass_fds=handed,
            start_new_session=True,
        )

    @asynccontextmanager
    async def line(self, exercises: Sequence[Exercise]) -> AsyncIterator[Line]:
        """A line to a new performer; leaving the block kills it and what it started."""
        channel, theirs = socket.socketpair()
        output, printing = socket.socketpair()
        try:
            with theirs, printing:
                fds = [end.fileno() for end in (theirs, printing)]
                tasks = await self._forked(exercises, fds)
        except BaseException:
            for end in (channel, output):
                end.close()
            raise
        groups, killed = self._groups, self._groups.killed_for_memory()
        printed = Printed(self._submission.parent)
        line = Line(printed, lambda: groups.killed_for_memory() > killed, self._returned)
        loop = asyncio.get_running_loop()
        try:
            await loop.create_connection(lambda: line, sock=channel)
            await loop.create_connection(lambda: printed, sock=output)
            with self._watched(tasks):
                yield line
        finally:
            line.close()
            try:
                await self._ended()
            finally:
                await printed.rest()

    def _returned(self) -> int:
        if self._count is None:
            return 0
        return int.from_bytes(os.pread(self._count.fileno(), COUNT_BYTES, 0), sys.byteorder)

    @contextmanager
    def _watched(self, tasks: Sequence[int]) -> Iterator[None]:
        try:
            with self._clock.watching(*(partial(threads_waited, task) for task in tasks)):
                yield
        finally:
            for task in tasks:
                os.close(task)

    async def _forked(self, exercises: Sequence[Exercise], fds: Sequence[int]) -> Sequence[int]:
        """Have a performer forked; the folder of its threads in /proc, if there is one."""
        wanted: Json = {"exercises": [exercise_to_json(e) for e in exercises]}
        for _ in range(3):
            try:
                if self._control is None:
                    self.start()
                await self._get_ready()
                return await self._ask({**wanted, "folder": str(self._submission)}, fds)
            except (OSError, Garbled, TimeoutError):
                self._forget_a_wall_that_fails()
                self.close()
            except BaseException:
                self.close()
                raise
        raise RuntimeError("the process for student code cannot be started")

    async def _get_ready(self) -> None:
        if not self._is_ready:
            await self._answer()
            self._is_ready = True

    def _forget_a_wall_that_fails(self) -> None:
        # Only before it was ready, when no student's code has run: else that code could have its
        # wall taken down by killing what is behind it.
        if not self._is_ready:
            self._bubblewrap = None

    async def _ask(self, order: Json, fds: Sequence[int]) -> Sequence[int]:
        assert self._control is not None
        socket.send_fds(self._control, [packed(order)], list(fds))
        return await self._answer()

    async def _answer(self) -> Sequence[int]:
        """Wait for the answer; the file descriptors that came with it."""
        assert self._control is not None
        async with asyncio.timeout(ANSWER_SECONDS):
            await _readable(self._control)
        message, fds, _, _ = socket.recv_fds(self._control, 4_096, 1)
        unpacked(message)
        return fds

    async def _ended(self) -> None:
        if self._control is None:
            return
        try:
            await self._ask({"end": True}, [])
        except (OSError, Garbled, TimeoutError):
            self.close()
        except BaseException:
            self.close()
            raise

    def leave(self) -> None:
        """Let a copy of this process have it alone: what is closed there must be closed."""
        if self._control is not None and self._count is not None and self._keeper is not None:
            self._control.close()
            self._count.close()
            for stream in (self._keeper.stdin, self._keeper.stdout):
                assert stream is not None
                stream.close()

    def close(self) -> None:
        """Kill the process and all that it started; the keeper removes the room."""
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._count is not None:
            self._count.close()
            self._count = None
        if self._keeper is not None:
            keeper, self._keeper = self._keeper, None
            assert keeper.stdin is not None
            assert keeper.stdout is not None
            if not keeper.stdout.closed:
                keeper.stdin.close()
                with keeper.stdout as end:
                    # To wait for the process itself is to look again and again; this is not.
                    ended = select.poll()
                    ended.register(end)
                    ended.poll(ANSWER_SECONDS * 1_000)
            with suppress(subprocess.TimeoutExpired):  # it goes on; there is no better one
                keeper.wait(timeout=ANSWER_SECONDS)
            # All in vain if the keeper has done it, as it does unless a student's code killed it.
            self._groups.remove()
            remove(self._submission.parent)


def _made_count() -> IO[bytes]:
    """A file to count in. Where Linux can see to it, no student's code makes it shorter.

    Whoever counted in what is no longer there would be killed.
    """
    if sys.platform != "linux":
        file = tempfile.TemporaryFile()  # noqa: SIM115
        file.truncate(COUNT_BYTES)
        return file
    import fcntl

    fd = os.memfd_create("count", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    os.truncate(fd, COUNT_BYTES)
    fcntl.fcntl(fd, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL)
    return os.fdopen(fd, "r+b")


async def _readable(stream: socket.socket) -> None:
    loop, ready = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(stream, ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(stream)
