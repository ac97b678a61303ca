"""Day 7, all five: the whole conversation at once, and its failure log."""

from collections import Counter

from labs.interruptible_conversation.plays.approval import listed
from labs.interruptible_conversation.plays.failures import FailureLog
from labs.interruptible_conversation.plays.stage import SEED, on_stage
from labs.interruptible_conversation.screen import LIMIT
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
        # How much it was is a matter of moments, and not the same on every run.
        ("ever held", f"{'at most' if seen.held <= LIMIT else 'more than'} {LIMIT} characters"),
        *(("failure log" if not number else "", line) for number, line in enumerate(seen.log)),
    ]
    return named(rows)


async def failure_log(*mine: object, seed: int = SEED) -> Shown:
    """The same conversation: each thing that was refused, and why, and how often."""
    async with on_stage(*mine, seed=seed) as bench:
        seen = await whole_conversation(bench)
    log = FailureLog()
    said = Counter(line for record in seen.records if (line := log.read(record)) is not None)
    rows = [(f"{count} x", line) for line, count in said.items()]
    return named(rows or [("nothing", "Not one thing was refused.")], indent=9)
