"""A bus that is away, silent or refuses: it is unavailable, and soon."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from datetime import timedelta

import pytest
from fakeredis import FakeAsyncRedis
from redis.exceptions import OutOfMemoryError, ReadOnlyError

from labs.runtime.adapters import redis_bus
from labs.runtime.adapters.redis_bus import RedisBus
from labs.runtime.adapters.services import open_bus
from labs.runtime.ports import Bus, Unavailable, Work
from tests.contract.bus_fixtures import real_redis
from tests.contract.bus_words import NOW, RUN, heard, output, take
from tests.runtime.processes.proxy import Proxy, proxied
from tests.services import redis_url


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
    for _ in range(10):  # on a busy machine its little patience may run out once more
        with suppress(Unavailable):
            await bus.ping()
            return
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
