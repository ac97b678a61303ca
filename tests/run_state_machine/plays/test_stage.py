"""The stage: the real system with a student's own parts, and what a student sees of a slip."""

import pytest

from labs.calls import Fault
from labs.run_state_machine.plays import a_system, on_stage
from labs.run_state_machine.scenarios import disordered_stream


def broken_orderer() -> object:
    class SeqOrderer:
        def __init__(self, start: int, emit: object) -> None:
            pass

        def offer(self, seq: int, text: str) -> None:
            raise ZeroDivisionError("no")

    return SeqOrderer


async def test_a_slip_is_told_in_a_sentence() -> None:
    with pytest.raises(Fault, match="raised ZeroDivisionError: no") as caught:
        async with on_stage(broken_orderer()) as bench:
            await disordered_stream(bench)
    # What IPython looks at: neither a traceback of ours nor the group of exceptions behind it.
    assert caught.value.__context__ is None
    assert caught.value._render_traceback_() == [f"Fault: {caught.value}"]


async def test_a_slip_ends_whoever_uses_the_system_by_hand() -> None:
    with pytest.raises(Fault, match="ZeroDivisionError"):
        await watch_by_hand()


async def watch_by_hand() -> None:
    async with a_system(broken_orderer()) as system:
        run = await system.client.send("me", "Where is my refund?")
        async with system.client.watch(run.run_id) as events:
            async for _ in events:
                pass


async def test_without_parts_it_is_the_reference() -> None:
    async with on_stage() as bench:
        stream = await disordered_stream(bench)
    assert stream.watched.seqs == list(range(len(stream.watched.seqs)))
