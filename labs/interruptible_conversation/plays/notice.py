"""Day 7, the notice: what the user is told when he says stop, and what is true."""

from labs.interruptible_conversation.plays.approval import listed
from labs.interruptible_conversation.plays.stage import as_part, on_stage
from labs.interruptible_conversation.scenarios.notice import stopped
from labs.shown import Shown, named


async def stop_in_the_middle(*mine: object) -> Shown:
    """Stop, while the agent speaks, an export runs, look-ups run and wait, and one is done."""
    async with on_stage(*as_part("plan_cancel", mine)) as bench:
        seen = await stopped(bench)
    rows = [
        ("told: stopped", listed(seen.told_stopped)),
        ("told: running", listed(seen.told_running)),
        ("told: done", listed(seen.told_done)),
        ("in sight", listed(seen.in_sight)),
        ("at work, truly", listed(seen.at_work)),
        ("words after it", listed([text.strip() for _, text in seen.words_after])),
        ("done in the end", listed(seen.done_in_the_end)),
    ]
    return named(rows, indent=18)
