"""Patience: giving up waiting loses no item, and closing leaves nothing under way."""

import asyncio
from collections.abc import AsyncGenerator
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labs.runtime.adapters.clocks import ManualClock
from labs.runtime.patience import Patient
from tests.runtime.properties import thoroughly
from tests.runtime.watched_clock import settled

SECOND = timedelta(seconds=1)


class Tap:
    """A stream of numbers that flows when it is told to."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[int] = asyncio.Queue()
        self.closed = False

    async def stream(self) -> AsyncGenerator[int, None]:
        try:
            while (number := await self.queue.get()) >= 0:
                yield number
        finally:
            self.closed = True


@thoroughly
@given(st.lists(st.sampled_from(["item", "too late", "both at once"]), max_size=20))
async def test_no_item_is_lost_when_patience_ends_first(script: list[str]) -> None:
    clock, tap, sent, got = ManualClock(), Tap(), 0, list[int]()
    patient = Patient(tap.stream(), clock)
    for what in script:
        reading = asyncio.create_task(patient.next_within(SECOND))
        await settled()
        if what != "item":
            clock.advance(SECOND)
        if what != "too late":
            tap.queue.put_nowait(sent)
            sent += 1
        item = await reading
        got += [] if item is None else [item]
    tap.queue.put_nowait(-1)
    got += [item async for item in _rest(patient)]
    assert got == list(range(sent))
    await patient.close()


async def _rest(patient: Patient[int]) -> AsyncGenerator[int, None]:
    try:
        while (item := await patient.next_within(None)) is not None:
            yield item
    except StopAsyncIteration:
        return


async def test_patience_ends_at_its_time_and_not_before() -> None:
    clock, tap = ManualClock(), Tap()
    patient = Patient(tap.stream(), clock)
    reading = asyncio.create_task(patient.next_within(SECOND))
    await settled()
    clock.advance(SECOND - timedelta(microseconds=1))
    await settled()
    assert not reading.done()
    clock.advance(timedelta(microseconds=1))
    assert await reading is None
    await patient.close()


@pytest.mark.parametrize("patience", [timedelta(0), -SECOND])
async def test_patience_that_is_over_does_not_wait(patience: timedelta) -> None:
    tap = Tap()
    patient = Patient(tap.stream(), ManualClock())
    assert await patient.next_within(patience) is None
    tap.queue.put_nowait(7)
    assert await patient.next_within(None) == 7
    await patient.close()


async def test_closing_ends_the_read_under_way_and_closes_the_stream() -> None:
    clock, tap, before = ManualClock(), Tap(), asyncio.all_tasks()
    patient = Patient(tap.stream(), clock)
    reading = asyncio.create_task(patient.next_within(SECOND))
    await settled()
    reading.cancel()
    await settled()
    await patient.close()
    assert tap.closed
    assert asyncio.all_tasks() == before


async def test_being_cancelled_again_while_closing_still_closes_the_stream() -> None:
    """As a cancel scope does, which cancels again and again until its tasks have ended."""
    started, cleaned = asyncio.Event(), list[str]()

    async def stream() -> AsyncGenerator[int, None]:
        try:
            started.set()
            await asyncio.Event().wait()
            yield 0
        finally:
            await settled()
            cleaned.append("all")

    patient = Patient(stream(), ManualClock())

    async def watch() -> None:
        try:
            await patient.next_within(None)
        finally:
            await patient.close()

    watching = asyncio.create_task(watch())
    await started.wait()
    while not watching.done():
        watching.cancel()
        await asyncio.sleep(0)
    await settled()
    assert cleaned == ["all"]
    assert watching.cancelled()
