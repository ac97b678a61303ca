"""throughput: fragments a second from a worker to an SSE client, over real HTTP.

Gateway and worker share this process, as when a grader checks; the client has its own. Beside
it, what the two ends cost alone: the bus (XADD and XREAD, by turns) and the bare server.
"""

import asyncio
from collections.abc import Awaitable, Callable
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, cast

from benchmarks.audience import Audience, open_audience
from benchmarks.bare import Bare
from benchmarks.setting import Setting
from benchmarks.stage import Stage, begin_run, fresh_name, open_stage, working
from benchmarks.stamped import StampedModel
from benchmarks.table import Row, Table, times, whole
from labs.runtime.batching import ALONE, Batching
from labs.runtime.model import Gate
from labs.runtime.server import serve
from labs.runtime.system import Services
from labs.runtime.worker import Habits

if TYPE_CHECKING:
    from redis.asyncio import Redis

FRAGMENTS = 1_000
REPETITIONS = 3


class Rate(NamedTuple):
    """Fragments a second: the median and the best of the repetitions."""

    middle: float
    best: float


def measure(setting: Setting) -> Table:
    """Measure the bare ends, then the system in each mode, each row beside both ends."""
    setting.say("throughput: SSE frames alone")
    server = asyncio.run(_bare_server())
    rows: list[Row] = [_row("SSE frames alone", server, None, None)]
    for mode, services, missing in setting.places():
        setting.say(f"throughput: {mode}")
        if missing:
            rows.append([f"system, {mode}", missing])
            continue
        bus = asyncio.run(_bare_bus(services))
        rows.append(_row(f"XADD and XREAD alone, {mode}", bus, None, server))
        for name, batching in (("a write a fragment", ALONE), ("batches of 32", Batching())):
            rate = asyncio.run(_system(services, batching))
            rows.append(_row(f"system, {mode}, {name}", rate, bus, server))
    headings = ["", "median", "best", "of its bus", "of the SSE"]
    title = f"fragments a second, {FRAGMENTS} of them, {REPETITIONS} times"
    return Table(title, headings, rows)


def _row(name: str, rate: Rate, bus: Rate | None, server: Rate | None) -> Row:
    ratios = [times(rate.middle, base.middle if base else None) for base in (bus, server)]
    return [name, whole(rate.middle), whole(rate.best), *ratios]


async def _repeated(once: Callable[[], Awaitable[float]]) -> Rate:
    rates = [FRAGMENTS / await once() for _ in range(REPETITIONS)]
    return Rate(median(rates), max(rates))


async def _system(services: Services | None, batching: Batching) -> Rate:
    gate = Gate()
    model, habits = StampedModel(FRAGMENTS, gate), Habits(batching=batching)
    async with (
        open_audience() as audience,
        open_stage(services) as stage,
        working(stage.machine, model, habits),
    ):
        return await _repeated(lambda: _watched_run(stage, audience, gate))


async def _watched_run(stage: Stage, audience: Audience, gate: Gate) -> float:
    """Seconds from the making of the first fragment to the arrival of the last."""
    gate.allow(0)
    await audience.enter(await begin_run(stage.client))
    await stage.arrivals.one()
    gate.open()
    return await _seconds(audience)


async def _bare_server() -> Rate:
    async with open_audience() as audience, serve() as server:

        async def once() -> float:
            bare = Bare()
            await audience.enter(f"{server.mount(fresh_name(), bare.app())}/events/{FRAGMENTS}/0")
            await audience.connected()
            bare.go.set()
            return await _seconds(audience)

        return await _repeated(once)


async def _seconds(audience: Audience) -> float:
    (seen,) = (await audience.leave()).seen
    if seen.fragments != FRAGMENTS:
        raise RuntimeError(f"{seen.fragments:.0f} of {FRAGMENTS} fragments arrived")
    return seen.last - seen.first_made


async def _bare_bus(services: Services | None) -> Rate:
    redis, key = _redis(services), f"koda-{fresh_name()}"
    try:
        return await _repeated(lambda: _by_turns(redis, key))
    finally:
        await redis.delete(key)
        await redis.aclose()


async def _by_turns(redis: "Redis", key: str) -> float:
    began, after = perf_counter(), b"0-0"
    await redis.delete(key)
    for seq in range(FRAGMENTS):
        added = cast(bytes, await redis.xadd(key, {"seq": seq, "kind": "delta", "text": "word "}))
        assert await redis.xread({key: after})
        after = added
    return perf_counter() - began


def _redis(services: Services | None) -> "Redis":
    if services is None:
        from fakeredis import FakeAsyncRedis

        return FakeAsyncRedis()
    from redis.asyncio import Redis

    return Redis.from_url(services.redis_url)
