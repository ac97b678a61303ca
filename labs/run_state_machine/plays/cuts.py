"""A connection that is cut after six pieces, and what its reader has after coming back."""

from collections import Counter

from labs.run_state_machine import scenarios
from labs.run_state_machine.plays.backstage import given
from labs.run_state_machine.plays.shown import numbers
from labs.run_state_machine.plays.stage import on_stage
from labs.shown import Shown, named
from labs.widgets.wording import spans


async def a_cut(resume_from: object, make_orderer: object | None = None) -> Shown:
    """Cut, and back; without an orderer of yours, the reference's is inside."""
    parts = (*given("resume_from", resume_from), *given("SeqOrderer", make_orderer))
    async with on_stage(*parts) as bench:
        cut = await scenarios.cut_and_back(bench)
    seen = Counter([*cut.before.seqs, *cut.after.seqs])
    named_last = "none" if cut.last is None else str(cut.last)
    rows = [
        ("before the cut", numbers(cut.before.seqs)),
        ("Last-Event-ID", named_last),
        ("after it", numbers(cut.after.seqs)),
        ("shown twice", spans(n for n in range(cut.end + 1) if seen[n] > 1) or "nothing"),
        ("never shown", spans(n for n in range(cut.end + 1) if not seen[n]) or "nothing"),
        ("reads", f"{cut.before.reply} {cut.after.reply}"),
    ]
    return named(rows)
