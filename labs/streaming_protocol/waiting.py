"""Waiting for one of two things: what was hoped for, or what makes it pointless.

Knows asyncio only.
"""

import asyncio
from collections.abc import Awaitable


class News:
    """Wakes everybody who waits; whoever asks for `next` before he looks misses nothing."""

    def __init__(self) -> None:
        self._next = asyncio.Event()

    @property
    def next(self) -> asyncio.Event:
        """Set at the next announcement."""
        return self._next

    def announce(self) -> None:
        """Wake everybody."""
        self._next, now = asyncio.Event(), self._next
        now.set()


async def first(hoped: Awaitable[object], other: Awaitable[object]) -> bool:
    """Wait until one of the two has come; whether the hoped one has. The other is given up."""
    tasks = [asyncio.ensure_future(hoped), asyncio.ensure_future(other)]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return tasks[0].done()
    finally:
        for task in tasks:
            task.cancel()
