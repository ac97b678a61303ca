"""What tests of a bus say: fragments to publish, who hears them, who takes work."""

import asyncio
from collections.abc import Sequence
from contextlib import aclosing
from datetime import timedelta

from labs.runs import Fragment
from labs.runtime.ports import DELTA, DONE, Bus, Work

GUARD = 30
RUN = "run"
NOW, LONG_AGO = timedelta(0), timedelta(hours=1)


def output(texts: Sequence[str], *, start: int = 0, ends: bool = True) -> list[Fragment]:
    """Fragments with these texts, and a terminal one behind them."""
    told = [Fragment(RUN, seq, DELTA, text) for seq, text in enumerate(texts, start)]
    return [*told, Fragment(RUN, start + len(told), DONE, "done")] if ends else told


async def heard(bus: Bus, after: str, waiter: str = "w") -> list[Fragment]:
    """What a listener gets, up to the terminal fragment."""
    got: list[Fragment] = []
    async with asyncio.timeout(GUARD), aclosing(bus.listen(RUN, after, waiter)) as batches:
        async for batch in batches:
            got += batch
            if got[-1].kind == DONE:
                break
    return got


async def take(bus: Bus, consumer: str) -> Work:
    async with asyncio.timeout(GUARD):
        return await bus.take(consumer)
