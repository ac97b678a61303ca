"""The stage: the real system with a student's own parts, and what a student sees of a slip."""

import pytest

from labs.calls import Fault
from labs.conversation import Intent, Transcript
from labs.interruptible_conversation.plays import a_conversation, on_stage
from labs.interruptible_conversation.plays.intent import forty_fourteen
from labs.interruptible_conversation.plays.turns import stale_turns
from labs.interruptible_conversation.scenarios.playing import GREETING, answer_to, begin
from labs.interruptible_conversation.scenarios.turns import late_words


async def greeted(*mine: object) -> str:
    async with a_conversation(*mine) as system, system.client.talk() as line:
        await begin(line)
        await line.say("u1", GREETING)
        await line.until_type("spoken")
        return line.seen.text


async def test_without_parts_it_is_the_reference() -> None:
    assert await greeted() == answer_to(GREETING)


async def test_a_slip_is_told_in_a_sentence() -> None:
    class TurnBuffer:
        turn, text = None, ""

        def begin(self, turn_id: str) -> bool:
            raise ZeroDivisionError("no")

    with pytest.raises(Fault, match="raised ZeroDivisionError: no"):
        await stale_turns(TurnBuffer)


async def test_a_slip_ends_whoever_uses_the_system_by_hand() -> None:
    def resolve(pending: object, event: object) -> object:
        return "perhaps"

    with pytest.raises(Fault, match=r"answered 'perhaps'; expected a Resolution"):
        await greeted(resolve)


async def test_what_only_looks_like_an_intent_is_none() -> None:
    class Lookalike:
        utterance_id, text = "u1", "update ticket 14"

    class IntentGate:
        def hear(self, transcript: Transcript) -> object:
            return Lookalike()

    Lookalike.__name__ = Intent.__name__
    with pytest.raises(Fault, match="expected an Intent or None"):
        await forty_fourteen(IntentGate)


async def test_who_lets_it_stand_still_is_told_so() -> None:
    class TurnBuffer:
        turn, text = None, ""

        def begin(self, turn_id: str) -> bool:
            return False

    with pytest.raises(Fault, match="nothing has moved"):
        async with on_stage(TurnBuffer, patience=0.2) as bench:
            await late_words(bench)
