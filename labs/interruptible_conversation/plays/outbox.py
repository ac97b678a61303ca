"""Day 6, the outbox: what is held for a listener that has stopped reading, word by word."""

from collections.abc import Iterator, Sequence

from labs.interruptible_conversation.plays.stage import PATIENCE, a_conversation, as_part
from labs.interruptible_conversation.scenarios.playing import AGAIN, GREETING, begin
from labs.interruptible_conversation.screen import LIMIT
from labs.interruptible_conversation.system import System
from labs.runtime.trace import Record
from labs.shown import Shown, named

_EACH = 2
"""Characters that a sign of the chart stands for."""

_ENDS = ("held back", "stuck", "finished")


async def slow_listener(*mine: object) -> Shown:
    """A listener stops reading after the first word; the user interrupts; then it reads on."""
    opening = a_conversation(*as_part("Outbox", mine), patience=PATIENCE)
    async with opening as system, system.client.talk() as line:
        line.reads = False
        await begin(line)
        system.gate.allow(1)
        await line.say("u1", GREETING)
        await line.until_type("words")
        await _spoken_to_nobody(system)
        asleep = list(system.trace.records)
        behind = len(line.seen.words)
        second = await begin(line)
        await line.read_on()
        await line.say("u2", AGAIN)
        await line.until_type("spoken")
        words = line.seen.words[behind:]
    new = "".join(text for turn, text in words if turn == second)
    old = "".join(text for turn, text in words if turn != second)
    got = named([("of the old turn", old or "nothing"), ("of the new one", new or "nothing")])
    return Shown((*_chart(asleep), "", "You interrupt, and read on. What you get:", *got.lines))


async def _spoken_to_nobody(system: System) -> None:
    """Let the speaker speak until it cannot go on, or has said it all."""
    known = len(system.trace.records)
    system.gate.open()
    await system.trace.until(
        lambda r: r.what in _ENDS and any(r is new for new in system.trace.records[known:])
    )


def _chart(asleep: Sequence[Record]) -> Iterator[str]:
    yield f"{'said':12}held, {_EACH} characters a sign; the mark stands at {LIMIT}"
    held = 0
    for record in asleep:
        match (record.actor, record.what):
            case ("screen", "held"):
                held = int(record.detail)
            case ("voice", "heard") if record.detail:
                yield f"{record.detail.strip():12}{_bar(held)} {held}"
            case ("screen", "held back"):
                yield f"{record.detail.strip():12}{_bar(held)} no room: the speaker waits"


def _bar(held: int) -> str:
    signs = "#" * -(-held // _EACH)
    mark = LIMIT // _EACH
    return f"{signs[:mark]:{mark}}|{signs[mark:]}"
