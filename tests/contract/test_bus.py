"""The Bus port's contract on the way out: a broadcast, and what listeners leave behind.

Every bus may repeat and reorder what a listener gets, so listeners are compared as sets; only
the Redis bus by itself also keeps the order.
"""

import asyncio

import pytest

from labs.runs import Fragment
from labs.runtime.adapters import redis_bus
from labs.runtime.ports import DELTA, Bus
from tests.contract.bus_fixtures import BUSES, Behind, real_redis
from tests.contract.bus_words import GUARD, RUN, heard, output, take


async def test_every_listener_gets_everything(behind: Behind) -> None:
    sent = output([f"t{n}" for n in range(10)])
    start = await behind.bus.position(RUN)
    listeners = [
        asyncio.create_task(heard(bus, start, f"w{n}"))
        for n, bus in enumerate((behind.bus, behind.bus, behind.peer))
    ]
    for fragment in sent:
        await behind.bus.publish(RUN, [fragment])
    for listener in listeners:
        assert set(await listener) == set(sent)


async def test_a_late_listener_gets_everything_too(bus: Bus) -> None:
    sent = output([f"t{n}" for n in range(10)])
    start = await bus.position(RUN)
    await bus.publish(RUN, sent)
    assert set(await heard(bus, start)) == set(sent)
    assert set(await heard(bus, start, "later")) == set(sent)


async def test_more_than_one_read_can_hold(bus: Bus) -> None:
    sent = output([str(n) for n in range(2 * redis_bus.READ_COUNT + 5)])
    start = await bus.position(RUN)
    await bus.publish(RUN, sent)
    assert set(await heard(bus, start)) == set(sent)


@pytest.mark.parametrize("before", [1, 4, 6])
async def test_from_a_position_on_nothing_is_missed(bus: Bus, before: int) -> None:
    sent = output([f"t{n}" for n in range(10)])
    await bus.publish(RUN, sent[:before])
    position = await bus.position(RUN)
    await bus.publish(RUN, sent[before:])
    assert set(await heard(bus, position)) == set(sent[before:])


async def test_the_position_of_a_silent_run_is_before_everything(behind: Behind) -> None:
    position = await behind.bus.position(RUN)
    assert position == await behind.peer.position(RUN)
    await behind.bus.publish(RUN, output(["a"]))
    assert set(await heard(behind.peer, position)) == set(output(["a"]))


async def test_runs_do_not_mix(bus: Bus) -> None:
    start = await bus.position(RUN)
    await bus.publish("another", [Fragment("another", 0, DELTA, "not for you")])
    await bus.publish(RUN, output(["a"]))
    assert set(await heard(bus, start)) == set(output(["a"]))


async def test_texts_arrive_exactly(bus: Bus) -> None:
    texts = [
        "",
        " ",
        "\u2028\u2029\x85",
        "a\r\nb\rc\n",
        "👩‍👩‍👧 é e\u0301",
        "\0\x7f",
        "x" * 100_000,
    ]
    sent = output(texts)
    start = await bus.position(RUN)
    await bus.publish(RUN, sent)
    assert set(await heard(bus, start)) == set(sent)


async def test_a_runs_output_expires_some_time_after_its_last_fragment(behind: Behind) -> None:
    key, most = f"koda:out:{RUN}", redis_bus.OUTPUT_LIFETIME.total_seconds() * 1000
    await behind.bus.publish(RUN, output(["a"], ends=False))
    assert most - 20_000 < await behind.lifetime(key) <= most
    await behind.redis.pexpire(f"{behind.namespace}{key}", 5_000)
    await behind.bus.publish(RUN, output([], start=1))
    assert most - 20_000 < await behind.lifetime(key) <= most


@pytest.mark.parametrize("kind", ["fakeredis", "redis"])
async def test_redis_also_keeps_the_order_and_repeats_nothing(kind: str) -> None:
    sent = output([f"t{n}" for n in range(300)])
    async with BUSES[kind]() as behind:
        start = await behind.bus.position(RUN)
        await behind.bus.publish(RUN, sent[:5])
        await behind.bus.publish(RUN, sent[5:])
        assert await heard(behind.bus, start) == sent


async def test_who_is_cancelled_leaves_no_connection_behind() -> None:
    async with real_redis() as behind:
        start = await behind.bus.position(RUN)
        waits = [
            *(asyncio.create_task(heard(behind.bus, start, f"w{n}")) for n in range(5)),
            *(asyncio.create_task(take(behind.bus, f"c{n}")) for n in range(5)),
        ]
        async with asyncio.timeout(GUARD):
            while await connections(behind, blocked=True) < len(waits):
                pass  # each look is a round trip
            for wait in waits:
                wait.cancel()
            await asyncio.gather(*waits, return_exceptions=True)
            while await connections(behind, blocked=True):
                pass
            await behind.bus.close()
            while await connections(behind):
                pass


async def connections(behind: Behind, *, blocked: bool = False) -> int:
    """How many connections the buses have; only those in a blocking read, if so wanted."""
    clients = await behind.redis.client_list()
    ours = [c for c in clients if c["name"] == behind.namespace.removesuffix(":")]
    return len([c for c in ours if not blocked or "b" in c["flags"]])
