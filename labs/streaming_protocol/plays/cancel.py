"""Day 9, the cancel: what somebody is told who says stop, and what is true."""

from collections.abc import Mapping, Sequence
from typing import cast

from labs.protocol import Json
from labs.shown import Shown, named
from labs.streaming_protocol.client import Body
from labs.streaming_protocol.plays.stage import a_system, as_part, on_stage
from labs.streaming_protocol.scenarios.cancel import TEXT, stopped
from labs.streaming_protocol.scenarios.playing import approval_of, deeds, ended, point_or_end
from labs.widgets.wording import table

REFUND_ME = "Refund me, please."
_MOMENTS = {
    "": "while the card waits for your click",
    "refund:granted": "you have clicked, nothing has begun",
    "refund:begun": "while the refund runs",
    "refund:finished": "when it is done",
}
_GROUPS = {"stopped": "stopped", "still_running": "goes on", "done": "done"}


async def stop_in_the_midst(*mine: object) -> Shown:
    """Stop, three times: a mail is out, a search and an export run, another search waits."""
    async with on_stage(*as_part("cancel", mine)) as bench:
        seen = await stopped(bench)
    late = seen.same_after_end and seen.completed_stays
    rows = [
        ("you", TEXT),
        ("told: status", seen.told_status),
        ("told: stopped", listed(seen.told_stopped)),
        ("told: goes on", listed(seen.told_running)),
        ("told: done", listed(seen.told_done)),
        ("a second click", "tells the same" if seen.same_told else "tells something else"),
        ("done, truly", listed(tools_of(seen.done))),
        ("screen, at last", _standing(seen.in_the_end)),
        ("a late click", "changes nothing" if late else "changes an answer that had ended"),
    ]
    return named(rows, indent=17)


async def stop_a_refund(*mine: object) -> Shown:
    """One refund and one Stop, which comes later and later."""
    rows = [("Stop comes", "told", "done outside in the end")]
    for point, moment in _MOMENTS.items():
        told, done = await _refund(point, mine)
        rows.append((moment, told, done))
    return Shown(tuple(table(rows).splitlines()))


async def _refund(point: str, mine: Sequence[object]) -> tuple[str, str]:
    """What was told at a Stop at that point, before the click if none is named; what was done."""
    async with a_system(*as_part("cancel", mine)) as system:
        gate = system.gates(point)
        gate.allow(0)
        response_id = await system.client.create(REFUND_ME)
        approval = await approval_of(system, response_id)
        if point:
            await system.client.decide(approval)
            await point_or_end(system, response_id, point)
        told = await system.client.stop(response_id)
        gate.open()
        await ended(system, response_id)
        return _told(told), listed(tools_of(deeds(system, response_id)))


def _told(body: Body) -> str:
    """In which of the groups the one tool was."""
    return listed([said for group, said in _GROUPS.items() if cast(list[Json], body[group])])


def _standing(tools: Mapping[str, Json]) -> str:
    return ", ".join(f"{name} {how}" for name, how in tools.items())


def tools_of(done: Sequence[str]) -> list[str]:
    """Of deeds told in full, the tools alone."""
    return [deed.partition("(")[0] for deed in done]


def listed(names: Sequence[str]) -> str:
    """Names as one says them."""
    return ", ".join(names) or "nothing"
