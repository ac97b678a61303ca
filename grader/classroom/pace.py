"""How far a class has come, in one line that is written over and over; only for a terminal.

Knows a stream and a clock. Twenty lines of ours: the line is read aloud as well as a bar, and a
log file gets nothing.
"""

import time
from collections.abc import Callable
from typing import TextIO


class Pace:
    """Tells of `total` works, `finished` of which were done before."""

    def __init__(
        self,
        stream: TextIO,
        total: int,
        finished: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._stream = stream
        self._total = total
        self._finished = finished
        self._clock = clock
        self._began = clock()
        self._shown = stream.isatty()

    def tell(self, done: int) -> None:
        """So many works are done since the beginning."""
        if self._shown:
            self._stream.write(f"\r\x1b[K{self.line(done)}")
            self._stream.flush()

    def line(self, done: int) -> str:
        """How far it is, and for how long still."""
        graded = f"graded {self._finished + done} of {self._total}"
        left = self._total - self._finished - done
        if not left or not done:
            return graded
        seconds = (self._clock() - self._began) / done * left
        return f"{graded}, about {_duration(seconds)} left"

    def end(self) -> None:
        """Wipe the line."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
