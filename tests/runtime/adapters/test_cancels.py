"""Cancels: none is lost in a driver, whatever the driver does with it."""

import asyncio

import pytest
from fakeredis import FakeAsyncRedis, FakeServer

from labs.runtime.adapters.cancels import heeded
from labs.runtime.adapters.redis_bus import RedisBus


async def swallow(event: asyncio.Event) -> str:
    """What `wait_for` before Python 3.12 does if both come at the same moment."""
    try:
        await event.wait()
    except asyncio.CancelledError:
        return "swallowed"
    return "done"


async def test_a_swallowed_cancel_is_raised_in_the_end() -> None:
    async def drive() -> str:
        with heeded():
            return await swallow(asyncio.Event())

    task = asyncio.create_task(drive())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_an_earlier_cancel_is_none_of_its_business() -> None:
    """What a cancelled task does to clean up is let happen."""

    async def drive() -> str:
        await swallow(asyncio.Event())
        with heeded():
            await asyncio.sleep(0)
            return "cleaned up"

    task = asyncio.create_task(drive())
    await asyncio.sleep(0)
    task.cancel()
    assert await task == "cleaned up"


async def test_a_timeout_inside_is_no_cancel() -> None:
    async def drive() -> None:
        with heeded():
            async with asyncio.timeout(0):
                await asyncio.Event().wait()

    with pytest.raises(TimeoutError):
        await drive()


@pytest.mark.parametrize("steps", range(12))
async def test_a_call_of_the_bus_that_is_cancelled_at_any_point_ends_cancelled(steps: int) -> None:
    bus = RedisBus(FakeAsyncRedis(server=FakeServer()))
    await bus.ping()
    asking = asyncio.create_task(bus.marked("run"))
    for _ in range(steps):
        await asyncio.sleep(0)
    if asking.done():
        return
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    await bus.close()
