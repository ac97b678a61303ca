"""Tokens over a real WebSocket: only who holds one for this very conversation is told anything."""

import base64
import json
from datetime import timedelta

import pytest

from labs.interruptible_conversation.tokens import LIFETIME, Tokens
from labs.runtime.adapters.clocks import ManualClock
from tests.interruptible_conversation.system.bare import bare
from tests.interruptible_conversation.system.rig import Rig

MOMENT = timedelta(microseconds=1)


def forgeries(mine: str, foreign: str) -> list[object]:
    """Tokens that open nothing: changed, signed by somebody else, of odd kinds."""
    payload, signature = mine.rsplit(".", 1)
    unsigned = base64.urlsafe_b64encode(json.dumps(["c", "", "2100-01-01"]).encode()).decode()
    changed = ("B" if signature[0] == "A" else "A") + signature[1:]
    return [
        foreign,
        f"{payload}.{changed}",
        f"{payload}.",
        payload,
        f"{foreign.rsplit('.', 1)[0]}.{signature}",
        f"{unsigned}.{signature}",
        Tokens(b"a guess", ManualClock()).sign("c", ""),
        "",
        ".",
        "\0",
        "\ud800",
        "x" * 60_000,
        mine + mine,
        7,
        None,
        True,
        [mine],
        {"token": mine},
    ]


async def test_a_hello_without_the_right_token_is_refused_and_told_nothing(mock_rig: Rig) -> None:
    client = mock_rig.open()
    foreign_id, foreign = await client.create()
    async with client.connect(foreign_id, foreign) as line:
        await line.send("begin")
        await line.until_type("turn")
        mine, token = await client.create()
        for forged in forgeries(token, line.seen.token):
            async with bare(client, mine) as other:
                other.json(type="hello", token=forged)
                frame = await other.frame()
                assert (frame["type"], frame["code"]) == ("refused", "bad_token")
                assert set(frame) == {"type", "code", "why"}
                assert not {foreign_id, mine} & set(str(frame["why"]).split())
                assert await other.closed() == 1008
    # No conversation was made for any of them.
    assert mock_rig.endpoint.kept == 1


async def test_the_answer_is_the_same_whether_the_conversation_is_there_or_not(
    mock_rig: Rig,
) -> None:
    client = mock_rig.open()
    there, token = await client.create()
    _, foreign = await client.create()
    async with client.connect(there, token):
        answers = []
        for conversation_id in (there, "not-there"):
            async with bare(client, conversation_id) as line:
                line.json(type="hello", token=foreign)
                answers.append(await line.frame())
    assert answers[0] == answers[1]


async def test_a_first_frame_without_a_token_or_that_is_no_hello_is_refused(mock_rig: Rig) -> None:
    client = mock_rig.open()
    conversation_id, token = await client.create()
    for frame, code in (
        ({"type": "hello"}, "bad_token"),
        ({"type": "begin", "token": token}, "bad_frame"),
        ({"token": token}, "bad_frame"),
    ):
        async with bare(client, conversation_id) as line:
            line.text(json.dumps(frame))
            assert (await line.frame())["code"] == code
            assert await line.closed() == 1008
    assert mock_rig.endpoint.kept == 0


async def test_a_later_frame_without_the_right_token_does_nothing(mock_rig: Rig) -> None:
    client = mock_rig.open()
    _, foreign = await client.create()
    async with client.talk() as line:
        for forged in forgeries(line.seen.token, foreign):
            await line.send("begin", token=forged)  # type: ignore[arg-type]
            if forged is None:  # the client then sends its own
                await line.until_type("turn")
            else:
                await line.until_type("refused")
        assert len(line.seen.turns) == 1
        assert set(line.seen.refused) == {"bad_token"}


@pytest.mark.parametrize("late", [timedelta(0), timedelta(days=400)])
async def test_an_expired_token_is_refused_in_a_hello_and_later(
    mock_rig: Rig, late: timedelta
) -> None:
    client = mock_rig.open()
    conversation_id, token = await client.create()
    mock_rig.clock.advance(LIFETIME - MOMENT)
    async with client.connect(conversation_id, token) as line:
        assert line.seen.refused == []
        mock_rig.clock.advance(MOMENT + late)
        await line.send("hello", token=token)
        await line.until_type("refused")
        assert line.seen.refused == ["expired_token"]
        async with bare(client, conversation_id) as other:
            other.json(type="hello", token=token)
            assert (await other.frame())["code"] == "expired_token"
            assert await other.closed() == 1008
        # Whose socket was not replaced by that: the first one's.
        await line.send("hello", token=mock_rig.desk.tokens.sign(conversation_id, ""))
        await line.until_type("state")


async def test_each_turn_has_its_own_token_and_an_old_one_does_not_speak(mock_rig: Rig) -> None:
    async with mock_rig.open().talk() as line:
        await line.send("begin")
        await line.until_type("turn")
        old = line.seen.token
        await line.send("begin")
        await line.until_type("turn")
        await line.say("u", "Update ticket 14", token=old)
        await line.until_type("refused")
        assert line.seen.refused == ["superseded"]
        assert mock_rig.trace.of("conversation", "acts on") == []
        record = mock_rig.trace.of("conversation", "refused speech")[0]
        assert record.run_id == line.seen.turns[0]
