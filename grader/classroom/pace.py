"""How far a class has come, in one line that is written over and over; only for a terminal.

Knows a clock.
"""

import time
from collections.abc import Callable
from typing import TextIO

from grader.at_work import Ticker


class Pace:
    """Tells of `total` works, `finished` of which were done before."""

    def __init__(
        self,
        stream: TextIO,
        total: int,
        finished: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._ticker = Ticker(stream)
        self._total = total
        self._finished = finished
        self._clock = clock
        self._began = clock()

    def tell(self, done: int) -> None:
        """So many works are done since the beginning."""
        self._ticker.show(self.line(done))

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
        self._ticker.wipe()


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
