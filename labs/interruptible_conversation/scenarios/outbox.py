"""A slow listener: it stops reading, and reads on."""

from collections.abc import Sequence
from dataclasses import dataclass

from labs.checking import Bench
from labs.interruptible_conversation.client import Line
from labs.interruptible_conversation.scenarios.playing import (
    AGAIN,
    GREETING,
    answer_to,
    begin,
    playing,
)
from labs.interruptible_conversation.system import System


@dataclass(frozen=True)
class SlowListener:
    """A listener that stops reading, twice. `held` is the most that was held for it."""

    held: int
    waited: bool
    stuck: bool
    dropped: str
    second: str
    words: Sequence[tuple[str, str]]
    expected: str


async def slow_listener(bench: Bench) -> SlowListener:
    """A listener stops reading, interrupts, still does not read, and then reads on."""
    async with playing(bench) as system, system.client.talk() as line:
        line.reads = False
        first = await begin(line)
        await _speak_to_nobody(system, line, "u1", GREETING)
        stopped = system.trace.records[-1].what
        behind = len(line.seen.words)
        second = await begin(line)
        await line.read_on()
        line.reads = False
        await _speak_to_nobody(system, line, "u2", AGAIN)
        await line.read_on()
        await line.until_type("spoken")
        held = [int(record.detail) for record in system.trace.of("screen", "held")]
        stuck = bool(system.trace.of("screen", "stuck"))
        words = line.seen.words[behind:]
        return SlowListener(
            max(held), stopped == "held back", stuck, first, second, words, answer_to(AGAIN)
        )


async def _speak_to_nobody(system: System, line: Line, utterance: str, text: str) -> None:
    """Say that; read the first word of the answer, and wait until the speaker cannot go on."""
    system.gate.allow(1)
    await line.say(utterance, text)
    await line.until_type("words")
    known = len(system.trace.records)
    system.gate.open()
    ends = ("held back", "stuck", "finished")
    await system.trace.until(lambda r: r.what in ends and system.trace.records.index(r) >= known)
