"""Batching: every text, in order; the first alone; then 32 or 200 ms, whichever comes first."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labs.runtime.adapters.clocks import ManualClock
from labs.runtime.batching import ALONE, Batching, batches
from tests.runtime.properties import thoroughly
from tests.runtime.watched_clock import settled

TICK = timedelta(milliseconds=50)
WITHIN = 4
"""Ticks that a batch may take to fill."""
Timed = tuple[int, int]
"""A text, which is a number, and the tick at which it was said or written."""


class Pace:
    """Says 0, 1, 2, ... with the given number of ticks before each."""

    def __init__(self, clock: ManualClock, pauses: Sequence[int]) -> None:
        self._clock = clock
        self._pauses = pauses
        self.said: list[int] = []

    async def texts(self) -> AsyncGenerator[str, None]:
        for number, pause in enumerate(self._pauses):
            if pause:
                await self._clock.sleep(pause * TICK)
            self.said.append(ticks(self._clock))
            yield str(number)


def ticks(clock: ManualClock) -> int:
    return (clock.now() - ManualClock().now()) // TICK


async def grouped(pauses: Sequence[int], batching: Batching) -> tuple[list[int], list[list[Timed]]]:
    """When each text was said, and the batches with the tick at which each was handed on."""
    clock = ManualClock()
    pace, groups = Pace(clock, pauses), list[list[Timed]]()

    async def collect() -> None:
        async with aclosing(batches(pace.texts(), batching, clock)) as coming:
            async for batch in coming:
                groups.append([(int(text), ticks(clock)) for text in batch])

    collecting = asyncio.create_task(collect())
    await settled_all(len(pauses))
    while not collecting.done():
        clock.advance(TICK)
        await settled_all(len(pauses))
    await collecting
    return pace.said, groups


async def settled_all(count: int) -> None:
    """Let a burst of that many texts pass."""
    for _ in range(count // 4 + 2):
        await settled()


PAUSES = st.lists(st.sampled_from([0, 0, 0, 0, 1, 3, 4, 5, 9]), max_size=50)


@thoroughly
@given(pauses=PAUSES, size=st.sampled_from([2, 5, 32]))
async def test_every_text_once_in_order_and_in_time(pauses: list[int], size: int) -> None:
    said, groups = await grouped(pauses, Batching(size=size))
    written = [timed for group in groups for timed in group]
    assert [number for number, _ in written] == list(range(len(pauses)))
    assert all(1 <= len(group) <= size for group in groups)
    assert all(len(group) == 1 for group in groups[:1])
    for number, tick in written:
        assert 0 <= tick - said[number] <= WITHIN
    for group, following in pairwise(groups[1:]):
        first, tick = group[0]
        assert len(group) == size or tick == said[first] + WITHIN, following


@thoroughly
@given(pauses=PAUSES)
async def test_alone_each_is_handed_on_as_it_is_said(pauses: list[int]) -> None:
    said, groups = await grouped(pauses, ALONE)
    assert groups == [[(number, tick)] for number, tick in enumerate(said)]


async def test_a_burst_is_one_and_then_thirty_two_at_a_time() -> None:
    _, groups = await grouped([0] * 80, Batching())
    assert [len(group) for group in groups] == [1, 32, 32, 15]


@pytest.mark.parametrize(("pause", "sizes"), [(WITHIN, [1, 2]), (WITHIN + 1, [1, 1, 1])])
async def test_after_two_hundred_milliseconds_what_is_there_goes(
    pause: int, sizes: list[int]
) -> None:
    _, groups = await grouped([0, 0, pause], Batching())
    assert [len(group) for group in groups] == sizes


async def test_a_stream_that_breaks_says_so_and_is_closed() -> None:
    closed = []

    async def texts() -> AsyncGenerator[str, None]:
        try:
            yield "first"
            raise RuntimeError
        finally:
            closed.append(True)

    grouping = batches(texts(), Batching(), ManualClock())
    assert await anext(grouping) == ["first"]
    with pytest.raises(RuntimeError):
        await anext(grouping)
    assert closed


async def test_who_stops_reading_closes_the_stream_in_the_middle_of_a_read() -> None:
    closed = []

    async def texts() -> AsyncGenerator[str, None]:
        try:
            yield "first"
            await asyncio.Event().wait()
        finally:
            closed.append(True)

    grouping = batches(texts(), Batching(), ManualClock())
    assert await anext(grouping) == ["first"]
    reading = asyncio.create_task(anext(grouping))
    await settled()
    reading.cancel()
    await settled()
    await grouping.aclose()
    assert reading.cancelled()
    assert closed
