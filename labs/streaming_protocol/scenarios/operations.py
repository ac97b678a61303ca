"""Redelivery, resume and continue at every point of a tool call."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from labs.checking import Bench
from labs.protocol import Event, Json
from labs.streaming_protocol.scenarios.playing import (
    all_events,
    approval_of,
    deeds,
    over,
    playing,
    point_or_end,
)
from labs.streaming_protocol.system import System

MAIL = "In short: mail Ada, please."
TWICE = "In short: mail Ada twice."
OTHERWISE = "In short: mail Ada, otherwise Eve."
CONTINUED = "In short: mail Ada, then search."
POINTS = ("granted", "begun", "done", "finished")
"""Where a tool call can be cut: before its beginning is written, before it is done, before its
end is written, and behind that."""


@dataclass(frozen=True)
class Attempts:
    """What one story came to: the mails that went out, the results told, whether it was asked."""

    mails: Sequence[str]
    results: Sequence[Json]
    asked_about: bool


async def attempts(bench: Bench) -> Mapping[str, Attempts]:
    """Every story of a mail that is tried more than once, by its name."""
    async with playing(bench) as system:
        crashed = {f"crash: {at}": await _crashed(system, at) for at in POINTS}
        return crashed | {
            "redelivered": await _simple(system, TWICE),
            "redelivered otherwise": await _simple(system, OTHERWISE),
            "continued": await _continued(system),
        }


async def _crashed(system: System, at: str) -> Attempts:
    """A crash at that point of the call, and somebody else goes on."""
    gate = system.gates(f"mail:{at}")
    gate.allow(0)
    response_id = await system.client.create(MAIL)
    await system.client.decide(await approval_of(system, response_id))
    await point_or_end(system, response_id, f"mail:{at}")
    await system.endpoint.service.close()
    gate.open()
    await system.crash()
    await over(system, response_id)
    return await _seen(system, response_id, response_id)


async def _simple(system: System, text: str) -> Attempts:
    response_id = await granted_once(system, text)
    return await _seen(system, response_id, response_id)


async def granted_once(system: System, text: str) -> str:
    """A response to that text, at its end; whatever is asked for after the first click is stopped.

    A ledger that forgets what was begun lets the other mail of one id be asked for anew.
    """
    response_id = await system.client.create(text)
    await system.client.decide(await approval_of(system, response_id))
    second = await system.trace.until(
        lambda r: r.run_id == response_id and r.what in ("asked", "ended"), 2
    )
    if second.what == "asked":
        await system.client.stop(response_id)
        await over(system, response_id)
    return response_id


async def _continued(system: System) -> Attempts:
    """Stopped behind the mail, and continued from there: the search is all that is left."""
    system.gates("search").allow(0)
    response_id = await system.client.create(CONTINUED)
    await system.client.decide(await approval_of(system, response_id))
    await point_or_end(system, response_id, "search:begun")
    await system.client.stop(response_id)
    await over(system, response_id)
    system.gates("search").open()
    continued = await system.client.go_on(response_id)
    first = await _seen(system, response_id, response_id)
    if continued is None:
        return first
    await over(system, continued)
    second = await _seen(system, continued, response_id)
    return Attempts(second.mails, [*first.results, *second.results], second.asked_about)


async def _seen(system: System, response_id: str, root: str) -> Attempts:
    mail = f"{root}/0"
    events = await all_events(system, response_id)
    asked = system.trace.of("toolbox", "asked about")
    return Attempts(
        [deed for deed in deeds(system, root) if deed.startswith("mail")],
        [event.data["result"] for event in events if _ends(event, mail)],
        any(record.detail.startswith(f"{mail} ") for record in asked),
    )


def _ends(event: Event, operation_id: str) -> bool:
    return event.type == "tool.completed" and event.data["operation_id"] == operation_id
