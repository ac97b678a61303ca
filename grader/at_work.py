"""What is at work, in one line that is written over and over: only for a terminal.

Knows a stream and the running loop's clock. The line is read aloud as well as a bar, and a log
file gets nothing. It has no thread of its own, for then no copy of this process could be made.
"""

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO

PATIENCE = 1.0
"""Seconds of silence that need no explanation."""
_WIPED = "\r\x1b[K"

Tell = Callable[[str], None]
"""Hears what is at work now."""


def silent(text: str) -> None:
    """Tell nobody."""


class Ticker:
    """The line: each text takes the place of the one before."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.is_read = stream.isatty()

    def show(self, text: str) -> None:
        """Write the text, as much as fits: what a second line held could not be wiped."""
        room = self._columns() - 1
        self._write(_WIPED + (text if len(text) <= room else f"{text[: room - 3]}..."))

    def wipe(self) -> None:
        """Leave nothing."""
        self._write(_WIPED)

    def _columns(self) -> int:
        try:
            return os.get_terminal_size(self._stream.fileno()).columns or 80
        except OSError:
            return 80

    def _write(self, text: str) -> None:
        if self.is_read:
            with suppress(OSError):  # the terminal has gone: no reason to stop the work
                self._stream.write(text)
                self._stream.flush()


class AtWork:
    """Tells what is at work once nothing was to be seen for a while."""

    def __init__(self, stream: TextIO, patience: float = PATIENCE) -> None:
        self._ticker = Ticker(stream)
        self._patience = patience
        self._text = ""
        self._is_shown = False
        self._timer: asyncio.TimerHandle | None = None

    def tell(self, text: str) -> None:
        """This is at work now."""
        self._text = text
        if self._is_shown:
            self._ticker.show(text)
        elif self._timer is None and self._ticker.is_read:
            self._timer = asyncio.get_running_loop().call_later(self._patience, self._show)

    def end(self) -> None:
        """Make room for something else; what is told afterwards has its own while."""
        if self._timer is not None:
            self._timer.cancel()
        if self._is_shown:
            self._ticker.wipe()
        self._timer, self._is_shown = None, False

    def _show(self) -> None:
        self._is_shown = True
        self._ticker.show(self._text)
