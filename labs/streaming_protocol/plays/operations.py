"""Day 9, the operations: a call that is cut, delivered again, continued or tried anew."""

from collections.abc import Sequence

from labs.protocol import Json
from labs.shown import Shown
from labs.streaming_protocol.plays.cancel import listed, tools_of
from labs.streaming_protocol.plays.stage import a_system, as_part
from labs.streaming_protocol.scenarios.operations import (
    CONTINUED,
    MAIL,
    OTHERWISE,
    TWICE,
    granted_once,
)
from labs.streaming_protocol.scenarios.playing import (
    all_events,
    approval_of,
    deeds,
    ended,
    point_or_end,
)
from labs.streaming_protocol.system import System
from labs.widgets.wording import table

_CUTS = {
    "granted": "before it is begun",
    "begun": "begun, not sent",
    "done": "sent, not noted",
    "finished": "noted",
}
_WORDS = ("new", "done", "in_doubt", "conflict")


async def crash_anywhere(*mine: object) -> Shown:
    """One mail; the server crashes at a point of the call, and another one goes on."""
    rows = [("the crash comes", "the ledger then", "it asks outside", "mails out", "told")]
    for point, moment in _CUTS.items():
        rows.append((moment, *await _crashed(point, mine)))
    return Shown(tuple(table(rows).splitlines()))


async def _crashed(point: str, mine: Sequence[object]) -> tuple[str, str, str, str]:
    async with a_system(*as_part("OperationLedger", mine)) as system:
        gate = system.gates(f"mail:{point}")
        gate.allow(0)
        response_id = await system.client.create(MAIL)
        await system.client.decide(await approval_of(system, response_id))
        await point_or_end(system, response_id, f"mail:{point}")
        await system.endpoint.service.close()
        gate.open()
        await system.crash()
        await ended(system, response_id)
        asked = ["yes" for record in system.trace.of("toolbox", "asked about")]
        said = said_by_the_ledger(system, response_id)
        told = receipts(await results(system, response_id, response_id))
        return said[-1], "".join(asked) or "no", mails_out(system, response_id), told


async def once_more(*mine: object) -> Shown:
    """The same call once more: delivered twice, with another recipient, and after a Continue."""
    rows = [("the call comes again", "the ledger says", "sent to", "told")]
    stories = {"delivered twice": TWICE, "the same id, but to Eve": OTHERWISE}
    for story, text in stories.items():
        async with a_system(*as_part("OperationLedger", mine)) as system:
            response_id = await granted_once(system, text)
            rows.append((story, *await _seen(system, response_id, response_id)))
    async with a_system(*as_part("OperationLedger", mine)) as system:
        old = await _stopped_behind_the_mail(system)
        new = await system.client.go_on(old)
        if new is not None:
            await ended(system, new)
        rows.append(("stopped, then Continue", *await _seen(system, new or old, old)))
    return Shown(tuple(table(rows).splitlines()))


async def retry_or_continue(*mine: object) -> Shown:
    """Stopped behind the mail, and then one of two buttons."""
    rows = [("you click on", "are you asked again?", "mails out, in all")]
    async with a_system(*as_part("OperationLedger", mine)) as system:
        old = await _stopped_behind_the_mail(system)
        new = await system.client.go_on(old)
        if new is not None:
            await ended(system, new)
        rows.append(("Continue", _asked(system, new), mails_out(system, old)))
    async with a_system(*as_part("OperationLedger", mine)) as system:
        old = await _stopped_behind_the_mail(system)
        new = await system.client.create(CONTINUED)
        await system.client.decide(await approval_of(system, new))
        await ended(system, new)
        out = int(mails_out(system, old)) + int(mails_out(system, new))
        rows.append(("Retry", _asked(system, new), str(out)))
    return Shown(tuple(table(rows).splitlines()))


async def _stopped_behind_the_mail(system: System) -> str:
    """A response of which the mail is out, and the search was stopped."""
    system.gates("search").allow(0)
    response_id = await system.client.create(CONTINUED)
    await system.client.decide(await approval_of(system, response_id))
    await point_or_end(system, response_id, "search:begun")
    await system.client.stop(response_id)
    await ended(system, response_id)
    system.gates("search").open()
    return response_id


async def _seen(system: System, response_id: str, root: str) -> tuple[str, str, str]:
    sent = [str(d.arguments["to"]) for d in system.outside.deeds if d.tool == "mail"]
    said = [word for word in said_by_the_ledger(system, root) if word != "new"]
    told = await results(system, response_id, root)
    return listed(said or ["new"]), listed(sent), receipts(told)


def said_by_the_ledger(system: System, root: str) -> list[str]:
    """What the ledger answered about the response's first operation, in order."""
    records = system.trace.of("toolbox", *_WORDS)
    return [record.what for record in records if record.detail == f"{root}/0"]


async def results(system: System, response_id: str, root: str) -> list[Json]:
    """The results of the first operation of which the client was told."""
    events = await all_events(system, response_id)
    ends = [event for event in events if event.type == "tool.completed"]
    return [e.data["result"] for e in ends if e.data["operation_id"] == f"{root}/0"]


def receipts(told: Sequence[Json]) -> str:
    """Results of the outside, which are numbered receipts."""
    return listed([f"receipt {r['receipt']}" for r in told if isinstance(r, dict)])


def mails_out(system: System, root: str) -> str:
    """How many mails of that response are out."""
    return str(tools_of(deeds(system, root)).count("mail"))


def _asked(system: System, response_id: str | None) -> str:
    asked = [r for r in system.trace.of("permits", "asked") if r.run_id == response_id]
    return "yes" if asked else "no"
