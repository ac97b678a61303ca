"""Day 7, the intent: ticket forty, actually fourteen."""

from labs.interruptible_conversation.plays.approval import listed
from labs.interruptible_conversation.plays.stage import as_part, on_stage
from labs.interruptible_conversation.scenarios.intent import FORTY, FOURTEEN, corrected
from labs.shown import Shown, named


async def forty_fourteen(*mine: object) -> Shown:
    """Ticket forty becomes fourteen while the user speaks; the final is delivered once more."""
    async with on_stage(*as_part("IntentGate", mine)) as bench:
        seen = await corrected(bench)
    rows = [
        ("not yet final", f"{FORTY!r}, {FORTY + '...'!r}"),
        ("final, twice", repr(FOURTEEN)),
        *(("acted upon", repr(text)) for text in seen.acted_upon or ("nothing",)),
        ("proposed", listed(seen.proposed)),
        ("you press", "Approve, if there is something to approve"),
        ("done", listed(seen.done)),
    ]
    return named(rows)
