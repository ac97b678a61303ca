"""A user who corrects himself."""

from collections.abc import Sequence
from dataclasses import dataclass

from labs.checking import Bench
from labs.interruptible_conversation.decisions import told
from labs.interruptible_conversation.scenarios.playing import begin, deeds, playing, settled


@dataclass(frozen=True)
class Corrected:
    """What was acted upon, proposed and done as the user corrected himself."""

    acted_upon: Sequence[str]
    proposed: Sequence[str]
    done: Sequence[str]


FORTY, FOURTEEN = "update ticket forty", "update ticket forty... actually fourteen"


async def corrected(bench: Bench) -> Corrected:
    """Ticket forty becomes fourteen while the user speaks; the final is delivered once more."""
    async with playing(bench) as system, system.client.talk() as line:
        await begin(line)
        await line.say("u1", FORTY, final=False)
        await line.say("u1", f"{FORTY}...", final=False, revision=1)
        await line.say("u1", FOURTEEN, revision=2)
        await settled(line)
        if system.trace.of("conversation", "acts on"):
            await line.until_type("spoken")
            if line.seen.proposal is not None:
                asked = line.seen.proposal["proposal_id"]
                await line.send("decide", proposal_id=asked, approve=True)
        await settled(line)
        second = await begin(line)
        await line.say("u1", FOURTEEN, revision=2)
        await settled(line)
        acted = system.trace.of("conversation", "acts on")
        if any(record.run_id == second for record in acted):
            await line.until_type("spoken")
        await settled(line)
        resolutions = await system.ledger.resolutions(line.id)
        return Corrected(
            [record.detail for record in acted],
            [told(proposal) for proposal, _ in resolutions],
            await deeds(system, line.id),
        )
