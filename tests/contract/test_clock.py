"""The Clock port's contract, and what the manual clock adds: time moves only by hand."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from labs.runtime.adapters.clocks import ManualClock, SystemClock
from labs.runtime.ports import Clock

SECOND = timedelta(seconds=1)
MOMENT = timedelta(microseconds=1)

CLOCKS: dict[str, Callable[[], Clock]] = {"system": SystemClock, "manual": ManualClock}


@pytest.fixture(params=list(CLOCKS))
def clock(request: pytest.FixtureRequest) -> Clock:
    return CLOCKS[request.param]()


async def settled() -> None:
    """Return when everybody who can go on has done so: a manual clock needs no more than that."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_the_time_is_aware_and_in_utc(clock: Clock) -> None:
    assert clock.now().tzinfo is UTC


async def test_the_time_never_goes_back(clock: Clock) -> None:
    assert clock.now() <= clock.now()


async def test_a_sleeper_can_be_cancelled(clock: Clock) -> None:
    sleeper = asyncio.create_task(clock.sleep(timedelta(days=1)))
    await settled()
    sleeper.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sleeper


async def test_the_systems_clock_sleeps_at_least_that_long() -> None:
    clock, pause = SystemClock(), timedelta(milliseconds=20)
    before = asyncio.get_running_loop().time()
    async with asyncio.timeout(30):
        await clock.sleep(pause)
    # The loop rounds to its own resolution.
    assert asyncio.get_running_loop().time() - before > 0.9 * pause.total_seconds()


@pytest.mark.parametrize("duration", [timedelta(0), -SECOND])
async def test_the_systems_clock_does_not_wait_for_what_is_past(duration: timedelta) -> None:
    async with asyncio.timeout(30):
        await SystemClock().sleep(duration)


async def test_the_systems_clock_tells_the_machines_time() -> None:
    before = datetime.now(UTC)
    assert before <= SystemClock().now() <= datetime.now(UTC)


async def test_a_manual_clock_stands_still() -> None:
    start = datetime(2031, 5, 6, tzinfo=UTC)
    clock = ManualClock(start)
    await settled()
    assert clock.now() == start
    clock.advance(SECOND)
    assert clock.now() == start + SECOND


async def test_sleepers_wake_exactly_when_they_are_due() -> None:
    clock = ManualClock()
    woken: list[tuple[str, datetime]] = []
    start = clock.now()

    async def sleep(name: str, duration: timedelta) -> None:
        await clock.sleep(duration)
        woken.append((name, clock.now()))

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(sleep("late", 2 * SECOND))
        tasks.create_task(sleep("soon", SECOND))
        await settled()
        clock.advance(SECOND - MOMENT)
        await settled()
        assert woken == []
        clock.advance(MOMENT)
        await settled()
        assert woken == [("soon", start + SECOND)]
        clock.advance(SECOND)
        await settled()
        assert woken[1:] == [("late", start + 2 * SECOND)]


async def test_one_jump_wakes_everybody_it_passes() -> None:
    clock = ManualClock()
    sleepers = [asyncio.create_task(clock.sleep(n * SECOND)) for n in (3, 1, 2)]
    await settled()
    clock.advance(timedelta(days=1))
    async with asyncio.timeout(30):
        await asyncio.gather(*sleepers)


async def test_who_is_woken_may_sleep_again_until_later() -> None:
    clock = ManualClock()
    rounds = 0

    async def tick() -> None:
        nonlocal rounds
        while True:
            await clock.sleep(SECOND)
            rounds += 1

    ticking = asyncio.create_task(tick())
    await settled()
    for expected in (1, 2, 3):
        clock.advance(SECOND)
        await settled()
        assert rounds == expected
    ticking.cancel()
    await asyncio.gather(ticking, return_exceptions=True)


async def test_a_cancelled_sleeper_is_forgotten_and_the_others_are_not() -> None:
    clock = ManualClock()
    gone, other = (asyncio.create_task(clock.sleep(SECOND)) for _ in range(2))
    await settled()
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    clock.advance(SECOND)
    async with asyncio.timeout(30):
        await other
    assert gone.cancelled()


async def test_a_sleeper_that_is_due_and_cancelled_at_once_ends_as_cancelled() -> None:
    clock = ManualClock()
    sleeper = asyncio.create_task(clock.sleep(SECOND))
    await settled()
    sleeper.cancel()
    clock.advance(SECOND)
    with pytest.raises(asyncio.CancelledError):
        await sleeper


@pytest.mark.parametrize("duration", [timedelta(0), -SECOND])
async def test_a_manual_clock_does_not_hold_who_is_due_already(duration: timedelta) -> None:
    async with asyncio.timeout(30):
        await ManualClock().sleep(duration)
