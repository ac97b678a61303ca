"""The manual clock: nothing but a move wakes a sleeper, and a move wakes all whose time came."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labs.runtime.adapters.clocks import ManualClock, SystemClock
from tests.runtime.properties import thoroughly
from tests.runtime.watched_clock import settled

SECOND = timedelta(seconds=1)
MOMENT = timedelta(microseconds=1)


async def test_time_stands_still() -> None:
    clock = ManualClock(datetime(2030, 1, 1, tzinfo=UTC))
    sleeping = asyncio.create_task(clock.sleep(SECOND))
    await settled()
    assert (clock.now(), sleeping.done()) == (datetime(2030, 1, 1, tzinfo=UTC), False)
    sleeping.cancel()


async def test_a_sleeper_wakes_at_its_time_and_not_a_moment_before() -> None:
    clock = ManualClock()
    sleeping = asyncio.create_task(clock.sleep(SECOND))
    await settled()
    clock.advance(SECOND - MOMENT)
    await settled()
    assert not sleeping.done()
    clock.advance(MOMENT)
    await sleeping


@pytest.mark.parametrize("duration", [timedelta(0), -SECOND])
async def test_a_sleep_of_no_time_is_over_at_once(duration: timedelta) -> None:
    clock = ManualClock()
    sleeping = asyncio.create_task(clock.sleep(duration))
    await settled()
    assert sleeping.done()


async def test_a_cancelled_sleeper_is_forgotten_and_the_others_wake() -> None:
    clock = ManualClock()
    gone, other = (asyncio.create_task(clock.sleep(SECOND)) for _ in range(2))
    await settled()
    gone.cancel()
    clock.advance(SECOND)
    await other
    assert gone.cancelled()


@thoroughly
@given(
    durations=st.lists(st.integers(0, 20), max_size=10),
    moves=st.lists(st.integers(0, 10), max_size=6),
)
async def test_exactly_those_whose_time_came_are_awake(
    durations: list[int], moves: list[int]
) -> None:
    clock = ManualClock()
    sleepers = [asyncio.create_task(clock.sleep(d * SECOND)) for d in durations]
    await settled()
    for move in moves:
        clock.advance(move * SECOND)
    await settled()
    assert [s.done() for s in sleepers] == [d <= sum(moves) for d in durations]
    for sleeper in sleepers:
        sleeper.cancel()


async def test_the_systems_clock_is_aware_and_moves_by_itself() -> None:
    clock = SystemClock()
    before = clock.now()
    await clock.sleep(timedelta(milliseconds=1))
    assert clock.now() > before
    assert before.utcoffset() == timedelta(0)
