"""Many conversations on one process: apart from each other, bounded, and gone without a trace."""

import asyncio
import gc
from contextlib import AsyncExitStack

import pytest

from grader.callers import InProcess
from labs.course import course_folder
from labs.interruptible_conversation.agent import EXPORT
from labs.interruptible_conversation.client import Client
from labs.interruptible_conversation.contract import EXERCISES, CalledParts
from labs.interruptible_conversation.conversation import Conversation
from labs.interruptible_conversation.endpoint import Bounds
from labs.interruptible_conversation.system import open_conversations
from labs.runtime.system import Site, open_site
from tests.interruptible_conversation.system.bare import bare
from tests.interruptible_conversation.system.rig import Rig, open_rig

MANY = 200


def alive() -> int:
    """How many conversations are held in memory, by whomever."""
    gc.collect()
    return sum(isinstance(thing, Conversation) for thing in gc.get_objects())


async def test_two_hundred_at_once_are_apart() -> None:
    # On real Redis: fakeredis wakes every listener at every word.
    async with open_rig("redis") as rig:
        client = rig.open()
        # All are open before any of them goes on.
        together = asyncio.Barrier(MANY)

        async def talk(ticket: int) -> str:
            async with client.talk() as line:
                await line.send("begin")
                turn = str((await line.until_type("turn"))["turn_id"])
                await together.wait()
                await line.say("u", f"update ticket {ticket}")
                asked = await line.until_type("proposal")
                assert asked["arguments"] == [["ticket", str(ticket)]]
                await line.until_type("spoken")
                await line.send("decide", proposal_id=asked["proposal_id"], approve=True)
                done = await line.until(lambda frame: frame.get("phase") == "committed")
                assert done["arguments"] == [["ticket", str(ticket)]]
                seen = line.seen
                question = f"Shall I set ticket {ticket} to solved? Please press Approve or Reject."
                assert seen.text == question
                assert {turn_id for turn_id, _ in seen.words} == {turn}
                assert (seen.refused, seen.errors, len(seen.proposals)) == ([], [], 1)
                assert len(seen.done) == 1
                return line.id

        ids = await asyncio.gather(*(talk(1000 + number) for number in range(MANY)))
        assert len(set(ids)) == MANY == rig.endpoint.kept
        for number, conversation_id in enumerate(ids):
            (entry,) = await rig.ledger.entries(conversation_id)
            assert entry.arguments == (("ticket", str(1000 + number)),)


def ours(before: set["asyncio.Task[object]"]) -> list[str]:
    """What goes on and did not before, but for a read that fakeredis itself gives up later."""
    left = [repr(task) for task in asyncio.all_tasks() - before if not task.done()]
    return [task for task in left if "fakeredis" not in task]


async def visit(client: Client) -> None:
    async with client.talk() as line:
        await line.send("begin")
        await line.until_type("turn")


async def test_of_the_conversations_nobody_listens_to_some_are_kept(mock_rig: Rig) -> None:
    before = alive()
    client = mock_rig.open(Bounds(conversations=5))
    for number in range(30):
        await visit(client)
        await mock_rig.recorded("endpoint", "left", count=number + 1)
        assert mock_rig.endpoint.kept <= 5
    assert alive() - before <= 5


async def test_whoever_is_listened_to_or_at_work_is_never_let_go(mock_rig: Rig) -> None:
    client = mock_rig.open(Bounds(conversations=3))
    mock_rig.gates(EXPORT).allow(0)
    at_work, token = await client.create()
    async with client.connect(at_work, token) as line:
        await line.send("begin")
        await line.until_type("turn")
        await line.say("u", "Export the report.")
        await line.until_type("spoken")
    await mock_rig.recorded("endpoint", "left")
    async with client.talk() as first, client.talk() as second:
        refused, token = await client.create()
        async with bare(client, refused) as third:
            third.json(type="hello", token=token)
            assert (await third.frame())["code"] == "full"
            assert await third.closed() == 1013
        for line in (first, second):
            await line.send("begin")
            await line.until_type("turn")
    mock_rig.gates(EXPORT).open()
    await mock_rig.recorded("toolbox", "committed", EXPORT)
    await mock_rig.recorded("endpoint", "left", count=3)
    await visit(client)
    assert mock_rig.endpoint.kept == 3


async def test_who_was_let_go_comes_back_to_what_was_decided(mock_rig: Rig) -> None:
    client = mock_rig.open(Bounds(conversations=1))
    conversation_id, token = await client.create()
    async with client.connect(conversation_id, token) as line:
        await line.send("begin")
        await line.until_type("turn")
        await line.say("u", "update ticket 14")
        await line.until_type("spoken")
    await mock_rig.recorded("endpoint", "left")
    await visit(client)
    await mock_rig.recorded("endpoint", "left", count=2)
    async with client.connect(conversation_id, token) as line:
        assert (line.seen.turn_id, line.seen.text) == (None, "")
        assert line.seen.proposal is not None
        await line.send("decide", proposal_id=line.seen.proposal["proposal_id"], approve=True)
        await line.until(lambda frame: frame.get("phase") == "committed")


async def test_a_server_that_stops_leaves_no_task_behind(mock_rig: Rig) -> None:
    before = asyncio.all_tasks()
    client = mock_rig.open()
    mock_rig.gates(EXPORT).allow(0)
    conversation_id, token = await client.create()
    silent, _ = await client.create()
    async with bare(client, conversation_id) as line, bare(client, silent) as other:
        line.json(type="hello", token=token)
        await line.frame()
        line.json(type="begin", token=token)
        token = str((await line.frame())["token"])
        text = "Export the report."
        line.json(type="speech", token=token, utterance_id="u", revision=0, text=text, final=True)
        await mock_rig.recorded("toolbox", "running")
        await mock_rig.endpoint.close()
        assert await line.closed() == await other.closed() == 1001
        assert mock_rig.endpoint.kept == mock_rig.endpoint.listeners == 0
        assert ours(before) == []
    assert await mock_rig.deeds(conversation_id) == [(EXPORT, "running", False)]


def reference() -> CalledParts:
    folder = course_folder("solutions") / "interruptible_conversation"
    return CalledParts(InProcess(folder, EXERCISES))


async def break_off(site: Site) -> None:
    """Leave a system, by an error, while somebody listens."""
    async with AsyncExitStack() as stack:
        system = await stack.enter_async_context(open_conversations(site, reference(), 6))
        conversation_id, token = await system.client.create()
        line = await stack.enter_async_context(bare(system.client, conversation_id))
        line.json(type="hello", token=token)
        await line.frame()
        raise KeyError


async def test_a_system_left_by_an_error_leaves_no_task_behind() -> None:
    async with open_site(None) as site:
        before = asyncio.all_tasks()
        with pytest.raises(KeyError):
            await break_off(site)
        assert ours(before) == []


async def test_a_system_that_nobody_uses_ends() -> None:
    async with open_site(None) as site, open_conversations(site, reference(), 6):
        pass
