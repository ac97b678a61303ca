"""Doors: places in front of and behind a port's methods at which one call can be held."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager


class Door:
    """Holds the next call that comes to it, until it is opened."""

    def __init__(self) -> None:
        self._reached = asyncio.Event()
        self._opened = asyncio.Event()

    async def reached(self) -> None:
        """Return once a call stands before the door."""
        await self._reached.wait()

    def open(self) -> None:
        self._opened.set()

    async def pass_through(self) -> None:
        self._reached.set()
        await self._opened.wait()


class Doors:
    """All doors of a rig. A name is a port and its method: "store.merge"."""

    def __init__(self) -> None:
        self._before: dict[str, Door] = {}
        self._after: dict[str, Door] = {}
        self._faults: dict[str, list[Exception]] = {}
        self._passed: Counter[str] = Counter()
        self._news = asyncio.Event()

    def before(self, name: str) -> Door:
        """A door that the next call reaches before it takes effect."""
        return self._before.setdefault(name, Door())

    def after(self, name: str) -> Door:
        """A door that the next call reaches when it has taken effect but has not returned."""
        return self._after.setdefault(name, Door())

    def fail(self, name: str, *errors: Exception) -> None:
        """Let the next calls raise these, one each, without any effect."""
        self._faults.setdefault(name, []).extend(errors)

    @asynccontextmanager
    async def around(self, name: str) -> AsyncIterator[None]:
        """Give up the loop before the effect and behind it, as calls over a network do."""
        await asyncio.sleep(0)
        if name in self._before:
            await self._before.pop(name).pass_through()
        if self._faults.get(name):
            raise self._faults[name].pop(0)
        yield
        self._passed[name] += 1
        self._news.set()
        if name in self._after:
            await self._after.pop(name).pass_through()
        await asyncio.sleep(0)

    def passed(self, name: str) -> int:
        """How many calls of that method have taken effect."""
        return self._passed[name]

    async def until_passed(self, name: str, count: int) -> None:
        await self.until(lambda: self._passed[name] >= count)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for a condition that only a call of a port can make true."""
        while not condition():
            self._news.clear()
            await self._news.wait()
