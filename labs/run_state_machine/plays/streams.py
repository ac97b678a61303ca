"""A stream through the disordered bus: what was sent, what arrived, what a reader was shown."""

from collections.abc import Sequence

from labs.run_state_machine import scenarios
from labs.run_state_machine.plays.backstage import given
from labs.run_state_machine.plays.shown import below_each_other
from labs.run_state_machine.plays.stage import SEED, on_stage
from labs.runtime.disorder import arrival_order
from labs.runtime.model import ScriptedModel
from labs.shown import Shown, named


async def a_stream(make_orderer: object, seed: int = SEED) -> Shown:
    """One waiter watches a whole run; this orderer is between the bus and its eyes."""
    async with on_stage(*given("SeqOrderer", make_orderer), seed=seed) as bench:
        stream = await scenarios.disordered_stream(bench)
    # The terminal fragment is a number of its own, behind the last piece of text.
    sent = range(len(stream.answer) + 1)
    rows = [
        ("sent", below_each_other(sent)),
        ("arrived", below_each_other(stream.received)),
        ("shown", below_each_other(stream.watched.seqs)),
        ("reads", stream.watched.reply),
    ]
    if times := stream.watched.asked:
        often = "once" if times == 1 else f"{times} times"
        rows.append(("but", f"the store was asked {often} for what the orderer did not show"))
    return named(rows, indent=10)


def pieces(text: str = scenarios.FIRST) -> list[str]:
    """The answer to that message, as the model cuts it up; the longer, the more it asks for."""
    return ScriptedModel(SEED).fragments((text,))


def scramble(count: int, seed: int, block: int) -> Sequence[int]:
    """The numbers as that stream's waiter gets them, from a bus that disorders in such blocks."""
    return arrival_order(count, seed=seed, waiter="waiter 1", size=block)
