"""Clients that vanish, come back, take over, stop reading or stop acknowledging."""

import asyncio

import pytest

from labs.interruptible_conversation.agent import EXPORT, LOOK_UP, plan
from labs.interruptible_conversation.client import Line
from labs.interruptible_conversation.screen import LIMIT
from labs.runtime.ports import Unavailable
from tests.interruptible_conversation.system.bare import bare
from tests.interruptible_conversation.system.rig import Rig

UPDATE = "Export the report, look up ticket 7, and update ticket 14."
WHOLE = "".join(plan(UPDATE).words)
GREETING = "Hello, what can you do?"
REPLY = "".join(plan(GREETING).words)


async def begin(line: Line) -> str:
    await line.send("begin")
    return str((await line.until_type("turn"))["turn_id"])


async def until_text(line: Line, words: int, text: str) -> None:
    """Take frames in until that many words of the text have come."""
    told = "".join(plan(text).words[:words])
    while line.seen.text != told:
        await line.until_type("words")


async def test_who_vanishes_in_mid_word_comes_back_to_all_of_it(rig: Rig) -> None:
    client = rig.open()
    conversation_id, token = await client.create()
    rig.gate.allow(3)
    rig.gates(EXPORT).allow(0)
    async with client.connect(conversation_id, token) as line:
        turn = await begin(line)
        token = line.seen.token
        await line.say("u", UPDATE)
        await until_text(line, 3, UPDATE)
    await rig.recorded("endpoint", "left")
    # Nobody listens, and nobody is waited for: the agent says all and asks what it has to ask.
    rig.gate.open()
    await rig.recorded("decisions", "proposed")
    await rig.recorded("toolbox", "committed", LOOK_UP, count=2)
    async with client.connect(conversation_id, token) as line:
        seen = line.seen
        assert (seen.turn_id, seen.text, seen.refused) == (turn, WHOLE, [])
        assert seen.proposal is not None
        assert seen.proposal["arguments"] == [["ticket", "14"]]
        assert [tool["name"] for tool in seen.tools.values()] == [EXPORT]
        assert [tool["name"] for tool in seen.done.values()] == [LOOK_UP] * 2
        await line.send("decide", proposal_id=seen.proposal["proposal_id"], approve=True)
        await line.until(lambda frame: frame.get("phase") == "committed")
        rig.gates(EXPORT).open()
        await line.until(lambda frame: frame.get("phase") == "committed")
        assert seen.words == []
        assert len(seen.done) == 4


async def test_who_comes_back_in_mid_word_gets_each_word_once(mock_rig: Rig) -> None:
    """The state's text holds the words that waited, also the one that had no place yet."""
    client = mock_rig.open()
    conversation_id, token = await client.create()
    async with client.connect(conversation_id, token) as line:
        line.reads = False
        await begin(line)
        token = line.seen.token
        await line.say("u", GREETING)
        await mock_rig.recorded("screen", "held back")
        mock_rig.gate.allow(0)
        async with client.connect(conversation_id, token) as again:
            held = mock_rig.trace.of("screen", "held back")[0].detail
            assert again.seen.text.endswith(held)
            assert REPLY.startswith(again.seen.text)
            mock_rig.gate.open()
            await again.until_type("spoken")
            assert again.seen.text == REPLY


@pytest.mark.parametrize("allowed", range(1, 14))
async def test_a_state_in_mid_word_loses_and_repeats_nothing(mock_rig: Rig, allowed: int) -> None:
    async with mock_rig.open().talk() as line:
        line.reads = allowed % 2 == 0
        await begin(line)
        mock_rig.gate.allow(allowed)
        await line.say("u", GREETING)
        await line.send("hello")
        await line.until_type("state")
        await line.send("hello")
        mock_rig.gate.open()
        await line.until_type("state")
        await line.read_on()
        await line.until_type("spoken")
        assert line.seen.text == REPLY


async def test_a_second_socket_takes_over(mock_rig: Rig) -> None:
    client = mock_rig.open()
    conversation_id, token = await client.create()
    async with bare(client, conversation_id) as first:
        first.json(type="hello", token=token)
        await first.frame()
        async with client.connect(conversation_id, token) as second:
            assert await first.closed() == 4000
            await begin(second)
            await second.say("u", GREETING)
            await second.until_type("spoken")
            assert second.seen.text == REPLY
            assert mock_rig.endpoint.listeners == 1
    assert mock_rig.endpoint.kept == 1


async def test_many_sockets_take_over_at_once_and_one_listens(mock_rig: Rig) -> None:
    client = mock_rig.open()
    conversation_id, token = await client.create()

    async def come() -> None:
        async with bare(client, conversation_id) as line:
            line.json(type="hello", token=token)
            assert await line.closed() == 4000

    coming = [asyncio.create_task(come()) for _ in range(20)]
    await mock_rig.recorded("endpoint", "left", count=19)
    async with client.connect(conversation_id, token) as last:
        await asyncio.gather(*coming)
        await begin(last)
    assert mock_rig.endpoint.kept == 1


async def test_what_the_first_socket_began_is_done_before_the_second_says_anything(
    mock_rig: Rig,
) -> None:
    """Or an intent of the old turn would be taken for one of the new turn."""
    client = mock_rig.open()
    conversation_id, token = await client.create()
    async with client.connect(conversation_id, token) as first:
        await begin(first)
        door = mock_rig.doors.before("ledger.pending")
        await first.say("u1", GREETING)
        await door.reached()
        async with client.connect(conversation_id, token) as second:
            await second.send("begin")
            door.open()
            turn = str((await second.until_type("turn"))["turn_id"])
            await second.say("u2", GREETING)
            await second.until_type("spoken")
            assert (second.seen.turn_id, second.seen.text) == (turn, REPLY)


async def test_who_takes_nothing_holds_up_nobody_who_comes_after(mock_rig: Rig) -> None:
    client = mock_rig.open()
    conversation_id, token = await client.create()
    async with bare(client, conversation_id) as deaf:
        deaf.json(type="hello", token=token)
        deaf.json(type="begin", token=token)
        deaf.json(type="speech", token=token, utterance_id="u", revision=0, text="x", final=True)
        # Until the server, which cannot answer any more, reads no more either.
        while deaf.writer.transport.get_write_buffer_size() == 0:
            for _ in range(1000):
                deaf.json(type="hello", token=token)
            await asyncio.sleep(0)
        async with client.connect(conversation_id, token) as line:
            await begin(line)
            await line.say("u", GREETING)
            await line.until_type("spoken")
            assert line.seen.text == REPLY


async def test_who_never_acknowledges_is_sent_one_frame_of_words(mock_rig: Rig) -> None:
    async with mock_rig.open().talk() as line:
        line.reads = False
        for turn in range(20):
            await begin(line)
            await line.say(f"u{turn}", GREETING)
            await mock_rig.recorded("screen", "held back", count=turn + 1)
        await line.send("hello")
        await line.until_type("state")
        assert len(line.seen.words) <= len(plan(GREETING).words)
        assert max(int(r.detail) for r in mock_rig.trace.of("screen", "held")) <= LIMIT


async def test_while_the_ledger_is_away_who_comes_is_told_so(mock_rig: Rig) -> None:
    client = mock_rig.open()
    conversation_id, token = await client.create()
    mock_rig.doors.fail("ledger.entries", Unavailable("store", "Postgres at secret:1"))
    async with bare(client, conversation_id) as line:
        line.json(type="hello", token=token)
        frame = await line.frame()
        assert (frame["type"], frame["code"]) == ("error", "unavailable")
        assert "secret" not in str(frame)
        assert await line.closed() == 1013
    assert mock_rig.endpoint.listeners == 0
    async with client.connect(conversation_id, token) as again:
        assert again.seen.errors == []


async def test_a_mistake_of_ours_is_logged_and_told(mock_rig: Rig) -> None:
    client = mock_rig.open()
    conversation_id, token = await client.create()
    async with bare(client, conversation_id) as line:
        line.json(type="hello", token=token)
        await line.frame()
        mock_rig.doors.fail("ledger.pending", RuntimeError("a detail of ours"))
        line.json(type="decide", token=token, proposal_id="p", approve=True)
        frame = await line.frame()
        assert (frame["type"], frame["code"]) == ("error", "internal")
        assert "detail" not in str(frame)
        assert await line.closed() == 1011
    assert mock_rig.trace.of("endpoint", "broke")[0].detail == "RuntimeError: a detail of ours"
