"""Stamped fragments: each one's text is the time at which it was made.

All processes of one machine read the same monotonic clock, so whoever receives a fragment knows
how long it was under way.
"""

import asyncio
import time
from collections.abc import AsyncGenerator

from labs.runtime.model import Gate


class StampedModel:
    """Writes `count` fragments, each of which is the time at which it was made.

    `gate` holds them back; `pace` is the seconds from one to the next once the gate is open.
    """

    def __init__(self, count: int, gate: Gate, pace: float = 0) -> None:
        self._count = count
        self._gate = gate
        self._pace = pace

    async def generate(self, run_id: str, inputs: tuple[str, ...]) -> AsyncGenerator[str, None]:
        """Yield the times. Late is late: a delay does not move the fragments behind it."""
        due = 0.0
        for _ in range(self._count):
            await self._gate.passage()
            due = (due or time.monotonic()) + self._pace
            yield stamp()
            if self._pace:
                await asyncio.sleep(due - time.monotonic())


def stamp() -> str:
    """The time, as a fragment's text. All processes of one machine read the same clock."""
    return f"{time.monotonic():.6f} "
