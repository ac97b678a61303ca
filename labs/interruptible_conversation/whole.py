"""The whole conversation: interruptions, late events, redelivered finals and double clicks.

Knows the system and its client. What the user wants is drawn by chance, from a seed, and written
down as it is drawn: that alone may be done in the end, and nothing else. Three requests, each
with its own trouble, and then a last word.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from labs.checking import Bench
from labs.interruptible_conversation.agent import UPDATE
from labs.interruptible_conversation.client import Line
from labs.interruptible_conversation.scenarios.playing import (
    AGAIN,
    answer_to,
    begin,
    deeds,
    late_word,
    playing,
    publish,
    settled,
    until_words,
)
from labs.interruptible_conversation.system import System
from labs.interruptible_conversation.voice import START
from labs.runs import Fragment
from labs.runtime.model import Gate
from labs.runtime.trace import Record

REFUSALS = {
    ("screen", "refused word"): "a late word",
    ("screen", "refused start"): "a start that is no news",
    ("conversation", "refused speech"): "speech of a turn that is over",
    ("decisions", "refused"): "a decision about nothing that waits",
}
"""What the failure log tells, and how it calls it."""


@dataclass(frozen=True)
class Whole:
    """What was wanted and what came of it. `log`: what was refused, in short; `records`: it all."""

    wanted: Sequence[str]
    done: Sequence[str]
    text: str
    expected: str
    held: int
    log: Sequence[str]
    records: Sequence[Record]


@dataclass
class _User:
    """Somebody who wants something, and changes his mind."""

    dice: random.Random
    line: Line
    gate: Gate
    wanted: list[str] = field(default_factory=list)
    turns: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    async def begin(self) -> None:
        """Interrupt whatever is said."""
        self.turns.append(await begin(self.line))

    async def request(self, utterance: str) -> str:
        """Ask for an update, correcting himself; the final comes twice. The ticket's number."""
        wrong, right = self.dice.sample(range(20, 80), 2)
        await self.begin()
        await self.line.say(utterance, f"update ticket {wrong}", final=False)
        for _ in range(2):
            await self.line.say(utterance, f"update ticket {wrong}, no, {right}", revision=1)
        proposal = await self.line.until_type("proposal")
        self.asked.append(str(proposal["proposal_id"]))
        return str(right)

    async def answer(self, utterance: str, ticket: str, how: str) -> None:
        """Answer the proposal, one way or another, and click once too often."""
        await self.line.say(f"{utterance} aside", "yes yes wait")
        if how == "moves on":
            await self.begin()
            # The agent gets as far as its second word, and there the next turn interrupts it.
            self.gate.allow(2)
            known = len(self.line.seen.words)
            await self.line.say(f"{utterance} after", "yes, but first something else")
            await until_words(self.line, known + 2)
        if how == "approves":
            self.wanted.append(f"{UPDATE}(ticket={ticket})")
        for approve in (how != "rejects", True):
            await self.line.send("decide", proposal_id=self.asked[-1], approve=approve)
        if how == "stops":
            self.wanted.append(f"{UPDATE}(ticket={ticket})")
            await self.line.send("stop")
            self.turns.append(str((await self.line.until_type("turn"))["turn_id"]))
            await self.line.until_type("notice")


async def whole_conversation(bench: Bench) -> Whole:
    """A user who interrupts, corrects himself, clicks twice; a bus that delivers late."""
    async with playing(bench) as system, system.client.talk() as line:
        user = _User(random.Random(f"whole:{bench.seed}"), line, system.gate)
        ways = ["approves", "moves on", user.dice.choice(("rejects", "stops"))]
        user.dice.shuffle(ways)
        for number, how in enumerate(ways):
            ticket = await user.request(f"u{number}")
            await user.answer(f"u{number}", ticket, how)
            await _come_late(system, user)
        await user.begin()
        await line.say("the last", AGAIN)
        await line.until_type("spoken")
        seen = await settled(line)
        held = max(int(record.detail) for record in system.trace.of("screen", "held"))
        return Whole(
            user.wanted,
            await deeds(system, line.id),
            seen.text,
            answer_to(AGAIN),
            held,
            _log(system),
            list(system.trace.records),
        )


async def _come_late(system: System, user: _User) -> None:
    """What belonged to earlier turns comes now: words, a start, a click, a final."""
    await user.begin()
    system.gate.open()
    before = user.turns[-2]
    for late in (late_word(before, "late "), Fragment(before, 0, START, "")):
        await publish(system, late)
    if len(user.asked) > 1:
        await user.line.send("decide", proposal_id=user.asked[-2], approve=True)
    old = system.tokens.sign(user.line.id, before)
    await user.line.send(
        "speech", token=old, utterance_id="old", revision=0, text="yes, do it", final=True
    )
    await settled(user.line)


def _log(system: System) -> list[str]:
    """How often which kind of thing was refused: the failure log, in short."""
    kinds = [REFUSALS.get((record.actor, record.what)) for record in system.trace.records]
    return [f"{kinds.count(kind)} x {kind}" for kind in REFUSALS.values() if kind in kinds]
