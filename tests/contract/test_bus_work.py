"""The Bus port's contract on the way in: a consumer group, and the mark, a hint beside it."""

import asyncio

from labs.runs import MERGE_WINDOW
from labs.runtime.adapters import redis_bus
from labs.runtime.ports import Bus
from tests.contract.bus_fixtures import Behind
from tests.contract.bus_words import LONG_AGO, NOW, RUN, take


async def test_each_work_goes_to_one_consumer(behind: Behind) -> None:
    takers = [
        asyncio.create_task(take(bus, f"c{n}"))
        for n, bus in enumerate([behind.bus, behind.peer] * 3)
    ]
    for n in range(6):
        await behind.bus.submit(f"run-{n}")
    taken = [(await taker).run_id for taker in takers]
    assert sorted(taken) == [f"run-{n}" for n in range(6)]


async def test_work_submitted_before_anybody_took_is_not_lost(behind: Behind) -> None:
    await behind.bus.submit("a")
    await behind.bus.submit("b")
    assert [(await take(behind.peer, "c")).run_id for _ in range(2)] == ["a", "b"]


async def test_only_what_was_not_released_is_stale(behind: Behind) -> None:
    for run_id in "abc":
        await behind.bus.submit(run_id)
    first, second, third = [await take(behind.bus, "c") for _ in range(3)]
    await behind.bus.release(second)
    assert await behind.peer.stale("d", LONG_AGO) == []
    assert set(await behind.peer.stale("d", NOW)) == {first, third}
    # What was taken over counts as taken anew.
    assert await behind.bus.stale("e", LONG_AGO) == []
    await behind.peer.release(first)
    assert await behind.bus.stale("e", NOW) == [third]


async def test_releasing_twice_is_harmless(bus: Bus) -> None:
    await bus.submit("a")
    work = await take(bus, "c")
    await bus.release(work)
    await bus.release(work)
    await bus.submit("b")
    assert (await take(bus, "c")).run_id == "b"
    assert [w.run_id for w in await bus.stale("d", NOW)] == ["b"]


async def test_nothing_is_stale_where_nothing_was_ever_taken(bus: Bus) -> None:
    assert await bus.stale("c", NOW) == []
    await bus.submit("a")
    assert await bus.stale("c", NOW) == []
    assert (await take(bus, "c")).run_id == "a"


async def test_released_work_leaves_nothing_behind(behind: Behind) -> None:
    await behind.bus.submit("a")
    await behind.bus.release(await take(behind.bus, "c"))
    stream = f"{behind.namespace}koda:in"
    assert await behind.redis.xlen(stream) == 0
    assert (await behind.redis.xpending(stream, redis_bus.GROUP))["pending"] == 0


async def test_work_flows_again_after_everything_was_forgotten(behind: Behind) -> None:
    await behind.bus.submit("before")
    work = await take(behind.bus, "c")
    waiting = asyncio.create_task(take(behind.bus, "c"))
    await behind.forget()
    await behind.bus.release(work)
    await behind.peer.submit("after")
    assert (await waiting).run_id == "after"
    await behind.forget()
    assert await behind.bus.stale("c", NOW) == []
    await behind.peer.submit("again")
    assert (await take(behind.bus, "c")).run_id == "again"


async def test_a_cancelled_taker_loses_no_work(bus: Bus) -> None:
    taker = asyncio.create_task(take(bus, "c"))
    await bus.submit("a")
    taker.cancel()
    await asyncio.gather(taker, return_exceptions=True)
    found = {work.run_id for work in await bus.stale("d", NOW)}
    if not found:
        found = {(await take(bus, "d")).run_id}
    assert found == {"a"}


# --- the mark


async def test_a_mark_stands_until_it_is_wiped(behind: Behind) -> None:
    bus, peer = behind.bus, behind.peer
    assert not await bus.marked(RUN)
    await bus.mark(RUN)
    await bus.mark(RUN)
    assert await peer.marked(RUN)
    assert not await peer.marked("another")
    await peer.unmark(RUN)
    await peer.unmark(RUN)
    assert not await bus.marked(RUN)


async def test_a_mark_expires_with_the_merge_window(behind: Behind) -> None:
    most = MERGE_WINDOW.total_seconds() * 1000
    await behind.bus.mark(RUN)
    assert most - 20_000 < await behind.lifetime(f"koda:rerun:{RUN}") <= most
