"""A stop in the midst of everything."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from labs.checking import Bench
from labs.interruptible_conversation.agent import EXPORT, LOOK_UP
from labs.interruptible_conversation.scenarios.playing import (
    UPDATE,
    begin,
    deed,
    playing,
    propose,
    settled,
    until_words,
)


@dataclass(frozen=True)
class Stopped:
    """What was told when the user said stop, and what was true. Tools by their names."""

    told_stopped: Sequence[str]
    told_running: Sequence[str]
    told_done: Sequence[str]
    in_sight: Sequence[str]
    at_work: Sequence[str]
    done_in_the_end: Sequence[str]
    words_after: Sequence[tuple[str, str]]


async def stopped(bench: Bench) -> Stopped:
    """Stop, while the agent speaks, an export runs, look-ups run and wait, and one is done."""
    async with playing(bench) as system, system.client.talk() as line:
        await line.send("decide", proposal_id=await propose(line, UPDATE), approve=True)
        await line.until(lambda frame: frame.get("phase") == "committed")
        for tool in (EXPORT, LOOK_UP):
            system.tool_gates(tool).allow(0)
        system.gate.allow(2)
        await begin(line)
        await line.say("u2", "Export the report, and look up ticket 7 and ticket 8.")
        await system.trace.until(lambda r: (r.what, r.detail) == ("running", LOOK_UP))
        await system.trace.until(lambda r: (r.what, r.detail) == ("running", EXPORT))
        behind = len(line.seen.words)
        await until_words(line, behind + 2)
        await line.send("stop")
        notice = await line.until_type("notice")
        spoken = len(line.seen.words)
        system.gate.open()
        seen = await settled(line)
        in_sight = [str(tool["name"]) for tool in seen.tools.values()]
        entries = await system.ledger.entries(line.id)
        at_work = [entry.tool.name for entry in entries if entry.at_work]
        system.tool_gates(EXPORT).open()
        await system.trace.until(lambda r: (r.what, r.detail) == ("committed", EXPORT))
        seen = await settled(line)
        names = {entry.tool.id: deed(entry) for entry in entries}
        return Stopped(
            _named(notice["stopped"], names),
            _named(notice["still_running"], names),
            _named(notice["already_done"], names),
            in_sight,
            at_work,
            [str(tool["name"]) for tool in seen.done.values()],
            seen.words[spoken:],
        )


def _named(ids: object, names: Mapping[str, str]) -> Sequence[str]:
    """The tools of these ids; an id that is no tool's stays as it is."""
    return [names.get(str(i), str(i)) for i in ids] if isinstance(ids, list) else ()
