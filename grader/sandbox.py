"""Where a submission's code runs: in processes of their own, behind a wall.

Knows a submission's folder and what its exercises may take; must not know checks. Only calls and
plain answers cross. When a sandbox is closed, or the grader is gone, everything that the code has
started is gone too, and so are the copies.
"""

import functools
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from grader.copying import make_room
from grader.exchange import Patience
from grader.fair import FairClock
from grader.forks import Forks
from grader.fresh import Fresh
from grader.performer import Performer
from labs.calls import Exercise, Fault

PATIENCE = Patience()


class Sandbox:
    """One submission behind its wall.

    `forking` says whether performers are forked, as everywhere but on Windows. `clock` counts the
    time that its code takes, as far as it was given processors.
    """

    def __init__(
        self, folder: Path, *, patience: Patience = PATIENCE, forking: bool = hasattr(os, "fork")
    ) -> None:
        room = functools.partial(make_room, folder)
        self.clock = FairClock()
        self._processes = Forks(room, self.clock) if forking else Fresh(room)
        self._patience = patience
        self._overdue: dict[str, Fault] = {}

    def start(self) -> None:
        """Copy the submission and start what runs it, without waiting: it gets ready meanwhile.

        Raises:
            Usage: the submission's folder is too much.
        """
        self._processes.start()

    def leave(self) -> None:
        """Let a copy of this process have it alone; here it can only be closed."""
        if isinstance(self._processes, Forks):
            self._processes.leave()

    @asynccontextmanager
    async def performer(self, exercises: Sequence[Exercise]) -> AsyncIterator[Performer]:
        """A fresh run of the submission's code; leaving the block kills what it started."""
        async with self._processes.line(exercises) as line:
            performer = Performer(line, self._overdue, self._patience, self.clock.now)
            try:
                yield performer
            finally:
                performer.close()

    def close(self) -> None:
        """Kill everything that has been started and remove the copies."""
        self._processes.close()
