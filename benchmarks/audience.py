"""The audience: the viewers in their own process, as a benchmark sees them."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import NamedTuple, cast

from benchmarks.processes import Child, child


class Seen(NamedTuple):
    """What one viewer saw: fragments, bytes, and times on the machine's clock.

    `asked` and `ended` are the request and the last bytes. A fragment has the time of its
    arrival and the time at which it was made; 0 where it does not say.
    """

    fragments: float
    bytes: float
    asked: float
    ended: float
    first: float
    first_made: float
    last: float
    last_made: float


@dataclass(frozen=True)
class Show:
    """What all of them saw; `share` is what they took of a core from the first fragment on."""

    share: float
    seen: list[Seen]


class Audience:
    """Sends viewers to an address: `enter`, then `connected` and `begun` if need be, `leave`."""

    def __init__(self, process: Child) -> None:
        self._process = process
        self._heard: list[str] = []

    async def enter(self, url: str, count: int = 1, patience: float = 60) -> None:
        """Connect `count` viewers, who leave after that many seconds at the latest."""
        self._heard = []
        await self._process.tell(f"{count} {patience} {url}")

    async def connected(self) -> None:
        """Wait until all have the head of the answer."""
        await self._listen(1)

    async def begun(self) -> None:
        """Wait until all have their first fragment."""
        await self._listen(2)

    async def leave(self) -> Show:
        """Wait until all are back; what they saw."""
        await self._listen(3)
        share, _, seen = self._heard[2].partition(" ")
        rows = cast(list[list[float]], json.loads(seen))
        return Show(float(share), [Seen(*row) for row in rows])

    async def _listen(self, lines: int) -> None:
        while len(self._heard) < lines:
            self._heard.append(await self._process.hear())


@asynccontextmanager
async def open_audience() -> AsyncIterator[Audience]:
    """An audience, ready to enter."""
    async with child("benchmarks.viewer") as process:
        yield Audience(process)
