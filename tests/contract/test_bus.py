"""The Bus port's contract: a broadcast out, a consumer group in, a hint beside them.

Every bus may repeat and reorder what a listener gets, so listeners are compared as sets; only
the Redis bus by itself also keeps the order.
"""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import aclosing
from datetime import timedelta

import pytest
from fakeredis import FakeAsyncRedis
from redis.exceptions import OutOfMemoryError, ReadOnlyError

from labs.runs import MERGE_WINDOW, Fragment
from labs.runtime.adapters import redis_bus
from labs.runtime.adapters.redis_bus import RedisBus
from labs.runtime.adapters.services import open_bus
from labs.runtime.ports import DELTA, DONE, Bus, Unavailable, Work
from tests.contract.bus_fixtures import BUSES, Behind, real_redis
from tests.runtime.processes.proxy import Proxy, proxied
from tests.services import redis_url

GUARD = 30
RUN = "run"
NOW, LONG_AGO = timedelta(0), timedelta(hours=1)


@pytest.fixture(params=list(BUSES))
async def behind(request: pytest.FixtureRequest) -> AsyncIterator[Behind]:
    async with BUSES[request.param]() as behind:
        yield behind


@pytest.fixture
def bus(behind: Behind) -> Bus:
    return behind.bus


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


# --- out: a broadcast


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


# --- in: a consumer group


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


# --- what is left behind


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


async def test_a_cancelled_taker_loses_no_work(bus: Bus) -> None:
    taker = asyncio.create_task(take(bus, "c"))
    await bus.submit("a")
    taker.cancel()
    await asyncio.gather(taker, return_exceptions=True)
    found = {work.run_id for work in await bus.stale("d", NOW)}
    if not found:
        found = {(await take(bus, "d")).run_id}
    assert found == {"a"}


# --- a bus that is away


@pytest.fixture
def deaf() -> Iterator[str]:
    """The address of a port at which nobody listens, kept so for the test."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield f"127.0.0.1:{taken.getsockname()[1]}"


WORK = Work("run", "1-1")
CALLS: dict[str, Callable[[Bus], Awaitable[object]]] = {
    "publish": lambda bus: bus.publish(RUN, output(["a"])),
    "position": lambda bus: bus.position(RUN),
    "listen": lambda bus: heard(bus, "0-0"),
    "submit": lambda bus: bus.submit(RUN),
    "take": lambda bus: bus.take("c"),
    "release": lambda bus: bus.release(WORK),
    "stale": lambda bus: bus.stale("c", NOW),
    "mark": lambda bus: bus.mark(RUN),
    "marked": lambda bus: bus.marked(RUN),
    "unmark": lambda bus: bus.unmark(RUN),
    "ping": lambda bus: bus.ping(),
}


@pytest.fixture(params=list(CALLS))
def call(request: pytest.FixtureRequest) -> Callable[[Bus], Awaitable[object]]:
    return CALLS[request.param]


async def test_where_nobody_listens_it_is_unavailable(
    deaf: str, call: Callable[[Bus], Awaitable[object]]
) -> None:
    bus = open_bus(f"redis://:s3cret@{deaf}/0")
    with pytest.raises(Unavailable) as caught:
        await call(bus)
    assert caught.value.service == "bus"
    assert deaf in str(caught.value)
    assert "s3cret" not in str(caught.value)
    assert "s3cret" not in repr(caught.value.__cause__)
    await bus.close()


@pytest.fixture
async def line() -> AsyncIterator[tuple[Proxy, RedisBus]]:
    """A bus with little patience at the other end of a line to the real Redis."""
    async with real_redis() as behind, proxied(redis_url(), 6379) as (proxy, url):
        bus = open_bus(url, behind.namespace, patience=0.3)
        await bus.ping()
        yield proxy, bus
        await bus.close()


async def test_a_cut_line_is_unavailable_until_it_is_mended(
    line: tuple[Proxy, RedisBus], call: Callable[[Bus], Awaitable[object]]
) -> None:
    proxy, bus = line
    await proxy.cut()
    with pytest.raises(Unavailable):
        await call(bus)
    await proxy.mend()
    await bus.ping()


async def test_who_waits_on_a_line_that_is_cut_is_told(
    line: tuple[Proxy, RedisBus],
) -> None:
    proxy, bus = line
    start = await bus.position(RUN)
    await bus.submit("first")
    assert (await take(bus, "c")).run_id == "first"
    waits = [asyncio.create_task(heard(bus, start)), asyncio.create_task(take(bus, "c"))]
    await bus.publish(RUN, output(["a"], ends=False))
    await proxy.cut()
    told = await asyncio.gather(*waits, return_exceptions=True)
    assert [type(error) for error in told] == [Unavailable, Unavailable]
    await proxy.mend()
    await bus.submit("second")
    assert (await take(bus, "c")).run_id == "second"


async def test_a_restart_between_calls_goes_unnoticed(line: tuple[Proxy, RedisBus]) -> None:
    proxy, bus = line
    await proxy.cut()
    await proxy.mend()
    await bus.mark(RUN)
    assert await bus.marked(RUN)


async def test_a_silent_bus_is_unavailable_until_it_speaks(
    line: tuple[Proxy, RedisBus],
    call: Callable[[Bus], Awaitable[object]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(redis_bus, "BLOCK", timedelta(milliseconds=100))
    proxy, bus = line
    proxy.freeze()
    async with asyncio.timeout(3):
        with pytest.raises(Unavailable):
            await call(bus)
    await proxy.mend()
    await bus.ping()


@pytest.mark.parametrize("refusal", [ReadOnlyError, OutOfMemoryError])
async def test_a_redis_that_may_not_write_now_is_unavailable(refusal: type[Exception]) -> None:
    class Refusing(FakeAsyncRedis):
        async def execute_command(self, *args: object, **options: object) -> None:
            raise refusal

    bus = RedisBus(Refusing())
    with pytest.raises(Unavailable):
        await bus.submit(RUN)
    await bus.close()


@pytest.mark.parametrize(
    "url",
    [
        "nothing",
        "http://host:6379",
        "redis//:s3cret@host",
        "redis://:s3/cret@host",
        "redis://:s3#cret@host",
        "redis://:12/s3cret@host",
        "redis://host:s3cret",
    ],
)
def test_an_address_that_is_none_is_not_repeated(url: str) -> None:
    with pytest.raises(ValueError, match="not the address") as caught:
        open_bus(url)
    assert "s3" not in str(caught.value)
