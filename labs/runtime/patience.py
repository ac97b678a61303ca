"""Patience: the next item of a stream, or the news that it did not come in time.

Knows a clock and a stream, and nothing of what flows there. Giving up waiting never loses the
item: it is still awaited, and the next call gets it.
"""

import asyncio
from collections.abc import AsyncGenerator
from datetime import timedelta
from typing import Generic, TypeVar

from labs.runtime.ports import Clock

T = TypeVar("T")


class Patient(Generic[T]):
    """Reads a stream with time limits. `close` it, or a read stays under way."""

    def __init__(self, stream: AsyncGenerator[T, None], clock: Clock) -> None:
        self._stream = stream
        self._clock = clock
        self._coming: asyncio.Task[T] | None = None

    async def next_within(self, patience: timedelta | None) -> T | None:
        """The next item; `None` if it did not come within `patience` (`None`: wait for ever).

        Raises:
            StopAsyncIteration: the stream has ended.
        """
        if self._coming is None:
            self._coming = asyncio.create_task(self._advance())
        if patience is None:
            await asyncio.wait([self._coming])
        else:
            timer = asyncio.create_task(self._clock.sleep(patience))
            try:
                await asyncio.wait([self._coming, timer], return_when=asyncio.FIRST_COMPLETED)
            finally:
                timer.cancel()
        if not self._coming.done():
            return None
        arrived, self._coming = self._coming, None
        return arrived.result()

    async def _advance(self) -> T:
        return await anext(self._stream)

    async def close(self) -> None:
        """Stop reading and close the stream."""
        if self._coming is not None:
            self._coming.cancel()
            # Waited for, not awaited: whoever is cancelled here a second time (a cancel scope
            # does that) must not cut short how the stream ends, nor take it for ended.
            await asyncio.wait([self._coming])
            if not self._coming.cancelled():
                self._coming.exception()  # looked at; an end by error is an end
        await self._stream.aclose()
