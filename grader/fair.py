"""A clock that is fair: it counts no time in which whoever is timed waited for a processor.

Knows where Linux says how long a thread has waited for one while others had them all. A machine
with too much to do is nobody's mistake: a deadline by this clock comes later then, and by as much.
Elsewhere nothing is known of waiting, and the clock goes like any other.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

SLOWEST = 0.2
"""Of a second, so much is counted however long was waited: nothing goes on for ever."""

_MOMENT = 0.05
"""For so long what was read holds: to read it takes a while, too, and no deadline is so short."""

Now = Callable[[], float]
"""A clock: how many seconds have passed since some moment."""
Waited = Callable[[], float]
"""How many seconds somebody has waited so far."""


def counted(wall: float, waited: float) -> float:
    """Of the seconds that have passed, those that count."""
    return max(wall * SLOWEST, wall - max(waited, 0.0))


class FairClock:
    """Seconds since it was made, without those that we, or those it watches, had to wait."""

    def __init__(self, *, wall: Now = time.monotonic, ours: Waited | None = None) -> None:
        self._wall = wall
        self._read_at = wall()
        self._counted = self._told = 0.0
        self._waited: dict[Waited, float] = {}
        self._watch(ours or _we_waited)

    def now(self) -> float:
        """The present time."""
        passed = self._wall() - self._read_at
        if passed < _MOMENT:
            self._told = max(self._told, self._counted + passed)
        else:
            self._read(passed)
            # What was told before it was known that we had waited is not taken back.
            self._told = max(self._told, self._counted)
        return self._told

    @contextmanager
    def watching(self, *others: Waited) -> Iterator[None]:
        """Leave out what these wait, too, until the block is left."""
        for other in others:
            self._watch(other)
        try:
            yield
        finally:
            # What they waited last counts before they are gone, and nobody can tell any more.
            self._read(self._wall() - self._read_at)
            for other in others:
                del self._waited[other]

    def _watch(self, waited: Waited) -> None:
        self._waited[waited] = waited()

    def _read(self, passed: float) -> None:
        new = {waited: waited() for waited in self._waited}
        # Threads that have ended are not counted any more: what is left may be less than before.
        more = sum(max(0.0, new[waited] - before) for waited, before in self._waited.items())
        self._waited = new
        self._read_at += passed
        self._counted += counted(passed, more)


def _we_waited() -> float:
    return _seconds("/proc/thread-self/schedstat")


def threads_waited(tasks: int) -> float:
    """How long a process's threads have waited; `tasks` is its folder of them in /proc, opened."""
    with suppress(OSError):
        return sum(_seconds(f"{thread}/schedstat", tasks) for thread in os.listdir(tasks))
    return 0.0


def _seconds(path: str, folder: int | None = None) -> float:
    """The second of the file's numbers, in nanoseconds: the time in the queue for a processor."""
    try:
        file = os.open(path, os.O_RDONLY, dir_fd=folder)
    except OSError:
        return 0.0
    try:
        return int(os.read(file, 100).split()[1]) / 1e9
    except (OSError, ValueError, IndexError):  # the thread has just ended
        return 0.0
    finally:
        os.close(file)
