"""A manual clock that also tells who sleeps on it."""

import asyncio
from collections.abc import Iterable
from datetime import timedelta

from labs.runtime.adapters.clocks import ManualClock


class WatchedClock(ManualClock):
    """A manual clock. A test waits for its sleepers before it moves it."""

    def __init__(self) -> None:
        super().__init__()
        self._asleep: list[timedelta] = []
        self._news = asyncio.Event()

    @property
    def asleep(self) -> Iterable[timedelta]:
        """What each present sleeper asked for."""
        return tuple(self._asleep)

    async def sleep(self, duration: timedelta) -> None:
        self._asleep.append(duration)
        self._news.set()
        try:
            await super().sleep(duration)
        finally:
            self._asleep.remove(duration)

    async def until_asleep(self, most: timedelta, count: int = 1) -> None:
        """Return once `count` sleepers asked for that long or less, and mean to stay asleep."""
        await settled()
        while self._sleepers_for(most) < count:
            self._news.clear()
            await self._news.wait()
            await settled()

    def _sleepers_for(self, most: timedelta) -> int:
        return sum(duration <= most for duration in self._asleep)


async def settled() -> None:
    """Let every task that needs nothing from outside this process run until it waits."""
    for _ in range(20):
        await asyncio.sleep(0)
