"""Two clocks: the machine's, and one that is moved by hand.

Knows nothing of who asks. The manual clock is what makes "30 seconds later" take no time.
"""

import asyncio
from datetime import UTC, datetime, timedelta


class SystemClock:
    """The machine's own time."""

    def now(self) -> datetime:
        """The time, aware, in UTC."""
        return datetime.now(UTC)

    async def sleep(self, duration: timedelta) -> None:
        """Sleep that long."""
        await asyncio.sleep(duration.total_seconds())


class ManualClock:
    """Time that stands still until somebody moves it."""

    def __init__(self, start: datetime = datetime(2030, 1, 1, tzinfo=UTC)) -> None:
        self._now = start
        self._sleepers: list[tuple[datetime, asyncio.Future[None]]] = []

    def now(self) -> datetime:
        """The time, aware, in UTC."""
        return self._now

    async def sleep(self, duration: timedelta) -> None:
        """Return once the clock has been moved that far; at once, if that is no way at all."""
        if duration <= timedelta(0):
            await asyncio.sleep(0)
            return
        waking = asyncio.get_running_loop().create_future()
        sleeper = (self._now + duration, waking)
        self._sleepers.append(sleeper)
        try:
            await waking
        finally:
            if sleeper in self._sleepers:
                self._sleepers.remove(sleeper)

    def advance(self, duration: timedelta) -> None:
        """Move the clock and wake every sleeper whose time has come."""
        self._now += duration
        due = [s for s in self._sleepers if s[0] <= self._now]
        self._sleepers = [s for s in self._sleepers if s[0] > self._now]
        for _, waking in due:
            if not waking.done():
                waking.set_result(None)
