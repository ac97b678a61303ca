"""A fresh process for each run of a check: where processes cannot be forked, as on Windows.

Knows how to start one and how to end it. It is slower and has no wall: deadlines hold, and what
limits the system has.
"""

import asyncio
import sys
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from grader import wall
from grader.copying import remove
from grader.line import Line, Printed
from grader.wire import Json, exercise_to_json, packed
from labs.calls import Exercise


class Fresh:
    """Starts a process a performer. `make_room` makes a room full of copies."""

    def __init__(self, make_room: Callable[[], Path]) -> None:
        self._make_room = make_room
        self._room: Path | None = None

    def start(self) -> None:
        """Make the room; there is no process to start before it is needed."""
        self._room = self._room or self._make_room()

    @asynccontextmanager
    async def line(self, exercises: Sequence[Exercise]) -> AsyncIterator[Line]:
        """A line to a new performer; leaving the block kills it."""
        self.start()
        assert self._room is not None
        process = _Process(self._room)
        transport = await _started(self._room, process)
        order: Json = {
            "exercises": [exercise_to_json(e) for e in exercises],
            "folder": str(self._room / "submission"),
        }
        process.line.write(packed(order))
        try:
            yield process.line
        finally:
            await _kill_tree(transport.get_pid())
            with suppress(ProcessLookupError):
                transport.kill()
            try:
                await process.line.printed.rest()
            finally:
                transport.close()
            await process.ended

    def close(self) -> None:
        """Remove the room."""
        if self._room is not None:
            remove(self._room)
            self._room = None


class _Process(asyncio.SubprocessProtocol):
    """Its standard input and output are the line; its standard error is what it prints."""

    def __init__(self, room: Path) -> None:
        self.line = Line(Printed(room))
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if isinstance(transport, asyncio.SubprocessTransport):
            writing, printing = (transport.get_pipe_transport(fd) for fd in (0, 2))
            assert writing is not None
            assert printing is not None
            self.line.connection_made(writing)
            self.line.printed.connection_made(printing)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == 1:
            self.line.feed(data)
        else:
            self.line.printed.data_received(data)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd == 1:
            self.line.connection_lost(exc)
        elif fd == 2:
            self.line.printed.connection_lost(exc)

    def connection_lost(self, exc: Exception | None) -> None:
        self.ended.set_result(None)


async def _started(room: Path, process: _Process) -> asyncio.SubprocessTransport:
    transport, _ = await asyncio.get_running_loop().subprocess_exec(
        lambda: process,
        *wall.child(room),
        cwd=room / "submission",
        env=wall.environment(room),
        start_new_session=True,
    )
    return transport


async def _kill_tree(pid: int) -> None:
    """On Windows, kill what the process has started, too; elsewhere nobody knows what that is."""
    if sys.platform == "win32":
        command = ["taskkill", "/F", "/T", "/PID", str(pid)]
        killing = await asyncio.create_subprocess_exec(*command, stdout=DEVNULL, stderr=DEVNULL)
        await killing.wait()
