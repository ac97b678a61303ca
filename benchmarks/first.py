"""first: from the making of a run's first fragment to its arrival at a client that waits for it.

Gateway and worker share this process; the client has its own. Beside it, one frame from the bare
server.
"""

import asyncio
from collections.abc import Awaitable, Callable
from statistics import median

from benchmarks.audience import Audience, open_audience
from benchmarks.bare import Bare
from benchmarks.setting import Setting
from benchmarks.stage import Stage, begin_run, fresh_name, open_stage, working
from benchmarks.stamped import StampedModel
from benchmarks.table import Row, Table, milliseconds, times
from labs.runtime.model import Gate
from labs.runtime.server import serve
from labs.runtime.system import Services

RUNS = 50


def measure(setting: Setting) -> Table:
    """Measure the bare server, then the system in each mode."""
    setting.say("first: one SSE frame alone")
    bare = asyncio.run(_bare_server())
    rows: list[Row] = [_row("one SSE frame alone", bare, None)]
    for mode, services, missing in setting.places():
        name = f"first fragment, {mode}"
        setting.say(f"first: {mode}")
        rows.append(
            [name, missing] if missing else _row(name, asyncio.run(_system(services)), bare)
        )
    headings = ["", "median ms", "shortest", "longest", "ratio"]
    return Table(f"milliseconds to the first fragment, {RUNS} runs", headings, rows)


def _row(name: str, waits: list[float], bare: list[float] | None) -> Row:
    ratio = times(median(waits), median(bare) if bare else None)
    return [name, *map(milliseconds, (median(waits), min(waits), max(waits))), ratio]


async def _repeated(once: Callable[[], Awaitable[float]]) -> list[float]:
    await once()  # opens connections and fills caches; not counted
    return [await once() for _ in range(RUNS)]


async def _system(services: Services | None) -> list[float]:
    gate = Gate()
    async with (
        open_audience() as audience,
        open_stage(services) as stage,
        working(stage.machine, StampedModel(1, gate)),
    ):
        return await _repeated(lambda: _watched_run(stage, audience, gate))


async def _watched_run(stage: Stage, audience: Audience, gate: Gate) -> float:
    gate.allow(0)
    await audience.enter(await begin_run(stage.client))
    await stage.arrivals.one()
    gate.open()
    return await _wait(audience)


async def _bare_server() -> list[float]:
    async with open_audience() as audience, serve() as server:

        async def once() -> float:
            bare = Bare()
            await audience.enter(f"{server.mount(fresh_name(), bare.app())}/events/1/0")
            await audience.connected()
            bare.go.set()
            return await _wait(audience)

        return await _repeated(once)


async def _wait(audience: Audience) -> float:
    (seen,) = (await audience.leave()).seen
    return seen.first - seen.first_made
