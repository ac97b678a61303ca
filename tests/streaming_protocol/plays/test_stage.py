"""The stage: the real system with a student's own parts, and what a student sees of a slip."""

import pytest

from labs.calls import Fault
from labs.protocol import Event, ResponseState
from labs.streaming_protocol.plays import a_system
from labs.streaming_protocol.plays.fold import unruly
from labs.streaming_protocol.plays.record import what_is_kept
from labs.streaming_protocol.plays.stage import reference
from labs.streaming_protocol.scenarios.playing import ended


async def test_without_parts_it_is_the_reference() -> None:
    async with a_system() as system:
        response_id = await system.client.create("Hello.")
        body = await ended(system, response_id)
    assert body["status"] == "completed"


def test_the_reference_has_every_part() -> None:
    assert [*reference()] == [
        *("fold", "to_record", "cancel", "OperationLedger"),
        *("payload_hash", "may_execute", "ClientBuffer"),
    ]


async def test_a_slip_is_told_in_a_sentence() -> None:
    def fold(state: ResponseState, event: Event) -> ResponseState:
        raise ZeroDivisionError("no")

    with pytest.raises(Fault, match="raised ZeroDivisionError: no"):
        await unruly(fold)


async def test_an_answer_that_no_system_can_use_is_told_too() -> None:
    with pytest.raises(Fault, match="expected a Record"):
        await what_is_kept(lambda state, structured: "final")


async def test_what_only_looks_like_a_state_is_none() -> None:
    class Lookalike:
        response_id, last_seq = "r1", 0

    Lookalike.__name__ = ResponseState.__name__
    with pytest.raises(Fault, match="expected a ResponseState"):
        await unruly(lambda state, event: Lookalike())


async def test_who_lets_it_stand_still_is_told_so() -> None:
    async def waits_in_vain() -> None:
        async with a_system(patience=0.1) as system:
            await system.trace.until(lambda record: False)

    with pytest.raises(Fault, match=r"nothing has moved in the system for 0\.1 seconds"):
        await waits_in_vain()
