"""Day 7, the approval: what a yes does, and what a button does."""

from collections.abc import Sequence

from labs.interruptible_conversation.plays.stage import as_part, on_stage
from labs.interruptible_conversation.scenarios.approval import said_yes
from labs.interruptible_conversation.scenarios.playing import UPDATE
from labs.shown import Shown, named


async def yes_yes_wait(*mine: object) -> Shown:
    """A yes spoken over the question, then the button, twice; and a question left behind."""
    async with on_stage(*as_part("resolve", mine)) as bench:
        seen = await said_yes(bench)
    rows = [
        ("you", UPDATE),
        ("the agent asks", "update_ticket(ticket=14)?  [Approve] [Reject]"),
        ("over it", "'yes yes wait'"),
        ("  done", listed(seen.after_yes)),
        ("  the question", "waits" if seen.still_asked else "is gone"),
        ("two clicks", "Approve, Approve"),
        ("  done", listed(seen.after_approval)),
        ("a new talk", "asked again; you go on in a new turn: 'yes, and what else...'"),
        ("a late click", "Approve"),
        ("  done", listed(seen.after_new_turn)),
    ]
    return named(rows)


def listed(deeds: Sequence[str]) -> str:
    """Deeds, or names of tools, as one says them."""
    return ", ".join(deeds) or "nothing"
