"""Coming back late: the rest of the numbers, or one snapshot that stands for all of them."""

from collections.abc import Sequence
from datetime import timedelta

from labs.run_state_machine.plays.backstage import second_gateway
from labs.run_state_machine.plays.shown import numbers
from labs.run_state_machine.plays.stage import on_stage
from labs.run_state_machine.scenarios import FIRST, SESSION, playing
from labs.runtime.client import Event
from labs.runtime.waiter import Bounds
from labs.shown import Shown, named

_KEPT = timedelta(days=1)
_FIRST_WORDS = 24


async def a_late_return(last: int, *, cap: int = 1_000, days: int = 0) -> Shown:
    """A client names `last` on a finished run; what a gateway with that replay cap sends.

    After more than one day the fragments are archived, as a worker's housekeeping does it.
    """
    async with on_stage() as bench, playing(bench) as system:
        run = await system.client.send(SESSION, FIRST)
        await system.trace.until(lambda r: r.what == "ended")
        system.clock.advance(timedelta(days=days))
        await system.machine.store.archive(system.clock.now() - _KEPT)
        bounds = Bounds(replay=cap)
        async with (
            second_gateway(bench, system, system.machine, bounds) as client,
            client.watch(run.run_id, str(last)) as events,
        ):
            return _told([event async for event in events])


def _told(events: Sequence[Event]) -> Shown:
    rows = [("event", "id, and what it holds")]
    deltas = [event for event in events if event.kind == "delta"]
    if deltas:
        rows.append(("delta", numbers([e.seq for e in deltas if e.seq is not None])))
    rows += [(e.kind, _line(e)) for e in events if e.kind != "delta"]
    return named(rows, indent=12)


def _line(event: Event) -> str:
    if event.kind == "snapshot":
        end = event.text.strip()[-_FIRST_WORDS:]
        return f"{event.seq}: {event.text[:_FIRST_WORDS]!r} ... {end!r}"
    return f"{event.seq}: {event.data['status']}"
