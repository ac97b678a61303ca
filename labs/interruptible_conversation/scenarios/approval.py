"""A yes that is no approval, and a click that is one."""

from collections.abc import Sequence
from dataclasses import dataclass

from labs.checking import Bench
from labs.interruptible_conversation.scenarios.playing import (
    UPDATE,
    begin,
    deeds,
    playing,
    propose,
    settled,
)


@dataclass(frozen=True)
class SaidYes:
    """What was done when, in two conversations: a yes over the question, and a new turn."""

    after_yes: Sequence[str]
    still_asked: bool
    after_approval: Sequence[str]
    after_new_turn: Sequence[str]
    log: Sequence[str]


async def said_yes(bench: Bench) -> SaidYes:
    """A yes spoken over the question, then the button, twice; and a question left behind."""
    async with playing(bench) as system:
        async with system.client.talk() as line:
            asked = await propose(line, UPDATE)
            await line.say("u2", "yes", final=False)
            await line.say("u2", "yes yes wait")
            seen = await settled(line)
            still_asked = seen.proposal is not None
            after_yes = await deeds(system, line.id)
            for _ in range(2):
                await line.send("decide", proposal_id=asked, approve=True)
            await settled(line)
            after_approval = await deeds(system, line.id)
        async with system.client.talk() as line:
            asked = await propose(line, UPDATE)
            await begin(line)
            await line.say("u2", "yes, and what else can you do?")
            await settled(line)
            await line.send("decide", proposal_id=asked, approve=True)
            await settled(line)
            after_new_turn = await deeds(system, line.id)
        log = [str(record) for record in system.trace.of("decisions", "refused")]
        return SaidYes(after_yes, still_asked, after_approval, after_new_turn, log)
