"""Day 7, all five: the whole conversation at once, and its failure log."""

from labs.interruptible_conversation.plays.approval import listed
from labs.interruptible_conversation.plays.stage import SEED, on_stage
from labs.interruptible_conversation.whole import whole_conversation
from labs.shown import Shown, named


async def the_whole(*mine: object, seed: int = SEED) -> Shown:
    """A user who interrupts, corrects himself, clicks twice; a bus that delivers late."""
    async with on_stage(*mine, seed=seed) as bench:
        seen = await whole_conversation(bench)
    rows = [
        ("approved", listed(seen.wanted)),
        ("done", listed(seen.done)),
        ("on the screen", seen.text or "(nothing)"),
        ("meant for it", seen.expected),
        ("most held", f"{seen.held} characters"),
        *(("failure log" if not number else "", line) for number, line in enumerate(seen.log)),
    ]
    return named(rows)
