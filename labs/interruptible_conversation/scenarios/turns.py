"""Late words: what belonged to a turn that is over comes all the same."""

from collections.abc import Sequence
from dataclasses import dataclass

from labs.checking import Bench
from labs.interruptible_conversation.scenarios.playing import (
    AGAIN,
    GREETING,
    answer_to,
    begin,
    late_word,
    playing,
    publish,
    settled,
    until_words,
)
from labs.interruptible_conversation.voice import START
from labs.runs import Fragment


@dataclass(frozen=True)
class LateWords:
    """Two turns, and what of the first came late. `shown`: after the second one had begun."""

    first: str
    second: str
    turns: Sequence[str]
    shown: Sequence[tuple[str, str]]
    text: str
    expected: str


async def late_words(bench: Bench) -> LateWords:
    """The user interrupts; words of the old turn, and its start once more, come after that."""
    async with playing(bench) as system, system.client.talk() as line:
        system.gate.allow(3)
        first = await begin(line)
        await line.say("u1", GREETING)
        await until_words(line, 3)
        second = await begin(line)
        behind = len(line.seen.words)
        await line.say("u2", AGAIN)
        system.gate.allow(3)
        await until_words(line, behind + 3)
        for late in (
            late_word(first, "late "),
            Fragment(first, 0, START, ""),
            late_word(first, "words "),
        ):
            await publish(system, late)
        system.gate.open()
        await line.until_type("spoken")
        seen = await settled(line)
        return LateWords(
            first, second, seen.turns, seen.words[behind:], seen.text, answer_to(AGAIN)
        )
