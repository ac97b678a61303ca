"""Day 6, the turns: words that come after the user has interrupted."""

from labs.interruptible_conversation.plays.stage import as_part, on_stage
from labs.interruptible_conversation.scenarios.playing import AGAIN, GREETING
from labs.interruptible_conversation.scenarios.turns import late_words
from labs.shown import Shown, named


async def stale_turns(*mine: object) -> Shown:
    """The user interrupts; then two words of the old turn come, and its start once more."""
    async with on_stage(*as_part("TurnBuffer", mine)) as bench:
        seen = await late_words(bench)
    starts = "only the two" if len(seen.turns) == 2 else f"{len(seen.turns)}: the old turn is back"
    rows = [
        ("you", GREETING),
        ("you interrupt", AGAIN),
        ("came too late", "'late ', the old turn's start, 'words '"),
        ("turns begun", starts),
        ("on the screen", seen.text or "(nothing)"),
        ("meant for it", seen.expected),
    ]
    return named(rows)
