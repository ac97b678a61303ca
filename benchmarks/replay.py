"""replay: milliseconds for a client that comes to an ended run of 10,000 stored fragments.

Once with a cap on replays above that, fragment by fragment, and once with the gateway's own cap,
beyond which it sends one snapshot. Beside each, the same bytes as one plain HTTP response, and
the bare server, which streams such frames with no run behind them.
"""

import asyncio
from collections.abc import Iterable
from datetime import timedelta
from statistics import median

from sse_starlette import ServerSentEvent
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from benchmarks.audience import Audience, open_audience
from benchmarks.bare import Bare
from benchmarks.setting import Setting
from benchmarks.stage import fresh_name, open_stage
from benchmarks.table import Row, Table, milliseconds, times, whole
from labs.runs import Fragment, Run, RunStatus
from labs.runtime import wire
from labs.runtime.moves import Machine
from labs.runtime.ports import DELTA, DONE, StoredRun
from labs.runtime.server import serve
from labs.runtime.system import Services
from labs.runtime.waiter import Bounds

FRAGMENTS = 10_000
REPETITIONS = 3
_WORD = "word "
_PAGE = 1_000
_EACH = "fragment by fragment"
_FORMS = {
    _EACH: (Bounds(replay=FRAGMENTS + 1), FRAGMENTS),
    "one snapshot": (Bounds(), 1),
}
"""The gateway's bounds, and how many events come before the last one."""


def measure(setting: Setting) -> Table:
    """Measure plain HTTP, then both forms of a replay in each mode."""
    rows: list[Row] = []
    setting.say("replay: plain HTTP")
    plain = {form: asyncio.run(_plain(form)) for form in _FORMS}
    rows += [_row(f"plain HTTP, {form}", took, None) for form, took in plain.items()]
    rows.append(_row(f"bare server, {_EACH}", asyncio.run(_bare_server()), plain[_EACH]))
    for mode, services, missing in setting.places():
        for form in _FORMS:
            name = f"{mode}, {form}"
            setting.say(f"replay: {name}")
            if missing:
                rows.append([name, missing])
            else:
                rows.append(_row(name, asyncio.run(_replayed(services, form)), plain[form]))
    headings = ["", "median ms", "shortest", "ratio"]
    title = f"milliseconds to replay {whole(FRAGMENTS)} fragments, {REPETITIONS} times"
    return Table(title, headings, rows)


def _row(name: str, took: list[float], plain: list[float] | None) -> Row:
    ratio = times(median(took), median(plain) if plain else None)
    return [name, milliseconds(median(took)), milliseconds(min(took)), ratio]


def _frames(form: str) -> bytes:
    """What the gateway sends in that form."""
    events = [wire.snapshot_event(_WORD * FRAGMENTS, FRAGMENTS - 1)]
    if form == _EACH:
        events = [wire.fragment_event(DELTA, seq, _WORD) for seq in range(FRAGMENTS)]
    return _encoded([*events, wire.fragment_event(DONE, FRAGMENTS, "done")])


def _encoded(events: Iterable[ServerSentEvent]) -> bytes:
    return b"".join(event.encode() for event in events)


async def _plain(form: str) -> list[float]:
    body = _frames(form)

    async def answer(request: Request) -> Response:
        return Response(body, media_type="text/event-stream")

    async with open_audience() as audience, serve() as server:
        url = server.mount("plain", Starlette(routes=[Route("/", answer)]))
        return await _watched(audience, f"{url}/", _FORMS[form][1])


async def _bare_server() -> list[float]:
    async with open_audience() as audience, serve() as server:
        bare = Bare()
        bare.go.set()
        url = f"{server.mount('bare', bare.app())}/events/{FRAGMENTS}/0"
        return await _watched(audience, url, FRAGMENTS)


async def _replayed(services: Services | None, form: str) -> list[float]:
    bounds, events = _FORMS[form]
    async with open_audience() as audience, open_stage(services, bounds) as stage:
        run_id = await _store_run(stage.machine)
        return await _watched(audience, f"{stage.client.url}/runs/{run_id}/events", events)


async def _watched(audience: Audience, url: str, events: int) -> list[float]:
    """Seconds from the request to the last byte, each time; the first is not counted."""
    took: list[float] = []
    for _ in range(REPETITIONS + 1):
        await audience.enter(url)
        (seen,) = (await audience.leave()).seen
        if seen.fragments != events:
            raise RuntimeError(f"{seen.fragments:.0f} of {events} events arrived")
        took.append(seen.ended - seen.asked)
    return took[1:]


async def _store_run(machine: Machine) -> str:
    """An ended run with all its fragments, written as a worker writes them."""
    store, now = machine.store, machine.clock.now()
    run = Run(fresh_name(), fresh_name(), RunStatus.PENDING, now, ("Hello?",), attempt=0)
    assert await store.create(run, 0)
    pending = await _found(machine, run.id)
    deadline = now + timedelta(minutes=10)
    assert await store.claim(
        pending, target=RunStatus.STREAMING, owner="replay", now=now, deadline=deadline
    )
    for first in range(0, FRAGMENTS, _PAGE):
        page = [Fragment(run.id, seq, DELTA, _WORD) for seq in range(first, first + _PAGE)]
        assert await store.append(
            run.id, page, expected=RunStatus.STREAMING, target=RunStatus.STREAMING, attempt=1
        )
    assert await store.end(await _found(machine, run.id), target=RunStatus.DONE)
    return run.id


async def _found(machine: Machine, run_id: str) -> StoredRun:
    stored = await machine.store.run(run_id)
    assert stored is not None
    return stored
