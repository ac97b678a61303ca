"""Disorder: wraps any bus and hands each waiter its fragments swapped and partly repeated.

Knows the Bus port only. What a waiter gets depends on the seed, the waiter and the numbers
alone: fragments change places inside small fixed blocks, some come again at a block's end, and
the terminal one is always last. Nothing is ever invented or lost.
"""

import random
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from datetime import timedelta

from labs.runs import Fragment
from labs.runtime.ports import DONE, Bus, Work

BLOCK_SIZE = 4
"""A block holds the numbers 4n to 4n + 3. Whoever holds the model back must do it between two."""

_REPEATED = 0.25


def scrambled(
    block: Sequence[int], *, seed: int, waiter: str, size: int = BLOCK_SIZE
) -> Sequence[int]:
    """The numbers of one block, as that waiter gets them; in blocks of one nothing happens."""
    # The first block comes as it was sent, so that trouble starts once the reader trusts the
    # stream; every later one is out of order, so that no seed lets a naive orderer pass.
    if size == 1 or not block or block[0] < size:
        return block
    dice = {seq: random.Random(f"{seed}:{waiter}:{seq}") for seq in block}
    swapped = sorted(block, key=lambda seq: dice[seq].random())
    if swapped == list(block):
        swapped.reverse()
    return swapped + [seq for seq in block if dice[seq].random() < _REPEATED]


def arrival_order(count: int, *, seed: int, waiter: str, size: int = BLOCK_SIZE) -> Sequence[int]:
    """The numbers from 0 on as that waiter gets them, block by block, without any bus."""
    blocks = [range(first, min(first + size, count)) for first in range(0, count, size)]
    return [n for block in blocks for n in scrambled(block, seed=seed, waiter=waiter, size=size)]


class DisorderedBus:
    """A bus that keeps its promises, and not one more."""

    def __init__(self, bus: Bus, seed: int) -> None:
        self._bus = bus
        self._seed = seed

    async def listen(
        self, run_id: str, after: str, waiter: str
    ) -> AsyncGenerator[Sequence[Fragment], None]:
        """Yield the run's fragments block by block, each block as this waiter is to see it."""
        block: list[Fragment] = []
        async with aclosing(self._bus.listen(run_id, after, waiter)) as batches:
            async for batch in batches:
                for fragment in batch:
                    if fragment.kind == DONE:
                        yield [*self._disordered(block, waiter), fragment]
                        block = []
                        continue
                    block.append(fragment)
                    if fragment.seq % BLOCK_SIZE == BLOCK_SIZE - 1:
                        yield self._disordered(block, waiter)
                        block = []

    def _disordered(self, block: Sequence[Fragment], waiter: str) -> Sequence[Fragment]:
        sent = {fragment.seq: fragment for fragment in block}
        got = scrambled([f.seq for f in block], seed=self._seed, waiter=waiter)
        return [sent[seq] for seq in got]

    async def publish(self, run_id: str, fragments: Sequence[Fragment]) -> None:
        """Pass on."""
        await self._bus.publish(run_id, fragments)

    async def position(self, run_id: str) -> str:
        """Pass on."""
        return await self._bus.position(run_id)

    async def submit(self, run_id: str) -> None:
        """Pass on."""
        await self._bus.submit(run_id)

    async def take(self, consumer: str) -> Work:
        """Pass on."""
        return await self._bus.take(consumer)

    async def release(self, work: Work) -> None:
        """Pass on."""
        await self._bus.release(work)

    async def stale(self, consumer: str, idle: timedelta) -> Sequence[Work]:
        """Pass on."""
        return await self._bus.stale(consumer, idle)

    async def mark(self, run_id: str) -> None:
        """Pass on."""
        await self._bus.mark(run_id)

    async def marked(self, run_id: str) -> bool:
        """Pass on."""
        return await self._bus.marked(run_id)

    async def unmark(self, run_id: str) -> None:
        """Pass on."""
        await self._bus.unmark(run_id)

    async def ping(self) -> None:
        """Pass on."""
        await self._bus.ping()

    async def close(self) -> None:
        """Pass on."""
        await self._bus.close()
