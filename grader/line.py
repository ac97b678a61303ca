"""The line to a performer's process: what it says, and what its code prints.

Knows asyncio's ways of bringing bytes; must not know what they mean. Nothing grows without end:
a line that is too long ends the line, and of what is printed only the beginning is kept.
"""

import asyncio
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import cast

from grader.record import Output
from grader.wire import MOST_LINE, Garbled

MOST_PRINTED = 4_096
LAST_SECONDS = 0.5
"""For what was printed last, of a process that has been killed: it is there already."""

Hear = Callable[[Sequence[bytes]], None]
End = Callable[[Exception | None], None]


class Line(asyncio.BufferedProtocol):
    """Cuts what arrives into lines and hands them on, until it is closed.

    `printed` is what the process prints. `out_of_memory` says, once the process has gone, whether
    it was killed for its memory; `returned` how many calls of the newest batch have returned, as
    the process itself counts them: of use for words only.
    """

    def __init__(
        self,
        printed: "Printed",
        out_of_memory: Callable[[], bool] = bool,
        returned: Callable[[], int] = int,
    ) -> None:
        self.printed = printed
        self.out_of_memory = out_of_memory
        self.returned = returned
        self._transport: asyncio.WriteTransport | None = None
        # One buffer for all that comes: to make a new one each time takes longer than to read.
        self._buffer = bytearray(65_536)
        self._rest = b""
        self._hear: Hear | None = None
        self._end: End | None = None

    def listen(self, hear: Hear, end: End) -> None:
        """Hand lines to `hear`; `end` is called once, with the reason if it is not the end."""
        self._hear, self._end = hear, end

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Remember where to write."""
        self._transport = cast(asyncio.WriteTransport, transport)

    def get_buffer(self, sizehint: int) -> bytearray:
        """Where to put what comes."""
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Something came."""
        self.feed(bytes(memoryview(self._buffer)[:nbytes]))

    def feed(self, data: bytes) -> None:
        """Hand on the lines that are whole now."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        if lines and self._hear is not None:
            self._hear(lines)
        if len(self._rest) > MOST_LINE:
            self._ended(Garbled("a line without end"))

    def connection_lost(self, exc: Exception | None) -> None:
        """The process has gone, or has closed the line."""
        self._transport = None
        self._ended(None)

    def _ended(self, problem: Exception | None) -> None:
        end = self._end
        self.close()
        if end is not None:
            end(problem)

    def write(self, data: bytes) -> None:
        """Write, if there is still somebody to read."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)

    def close(self) -> None:
        """Listen no more."""
        self._hear = self._end = None
        self._rest = b""
        if self._transport is not None:
            self._transport.abort()


class Printed(asyncio.Protocol):
    """Keeps the beginning of what is printed, and reads and drops the rest.

    Whoever prints much must neither wait for a reader nor fill anybody's memory. Paths in `room`,
    whose name is another each time, are told without it.
    """

    def __init__(self, room: Path) -> None:
        self._room = room
        self._kept = b""
        self._is_cut = False
        self._has_ended = asyncio.Event()
        self._transport: asyncio.BaseTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Remember what to close."""
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Keep it while there is room."""
        left = MOST_PRINTED - len(self._kept)
        self._kept += data[:left]
        self._is_cut = self._is_cut or len(data) > left

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody prints any more."""
        self._has_ended.set()

    async def rest(self) -> None:
        """Read what is left, after the process has been killed, and then no more."""
        try:
            if self._transport is not None:
                with suppress(TimeoutError):  # something that it started may live on
                    await asyncio.wait_for(self._has_ended.wait(), LAST_SECONDS)
        finally:
            self.close()

    def close(self) -> None:
        """Read no more."""
        if self._transport is not None:
            self._transport.close()

    @property
    def output(self) -> Output:
        """What was printed so far, as text."""
        text = self._kept.decode("utf-8", "replace").replace("\r\n", "\n")
        for folder in (self._room / "submission", self._room):
            text = text.replace(f"{folder}{os.sep}", "")
        return Output(text, self._is_cut)
