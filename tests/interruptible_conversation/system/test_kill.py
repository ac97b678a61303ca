"""A process killed at each await in turn: what was approved is done by the next one, and once."""

import asyncio

import pytest

from labs.conversation import Decision, ToolPhase, Transcript
from labs.interruptible_conversation.agent import UPDATE
from labs.interruptible_conversation.conversation import Conversation, open_conversation
from labs.interruptible_conversation.desk import Message
from labs.interruptible_conversation.frames import Begin
from tests.interruptible_conversation.system.rig import Mode, Rig
from tests.runtime.killing import Killer

FEWER: dict[Mode, int] = {"mock": 5, "redis": 1, "real": 7}
"""Every how many-th suspension is tried: fakeredis and Postgres make it slow."""


class Listener:
    """Keeps the frames that it is sent, and has shown words at once."""

    def __init__(self, conversation: Conversation) -> None:
        self._screen = conversation.screen
        self.frames: list[Message] = []
        self._news = asyncio.Event()

    async def send(self, frame: Message) -> None:
        self.frames.append(frame)
        if frame["type"] == "words":
            self._screen.shown(int(str(frame["number"])))
        self._news.set()

    async def until(self, kind: str, phase: str | None = None) -> Message:
        """Wait for the newest state, or the first other frame, of that kind and phase."""
        while True:
            for frame in self.frames:
                if (frame["type"], frame.get("phase")) == (kind, phase):
                    return frame
            self._news.clear()
            await self._news.wait()


class Life:
    """One process' part of the conversation `c`, from its beginning to the ticket's update."""

    def __init__(self, rig: Rig, conversation_id: str) -> None:
        self._rig = rig
        self._id = conversation_id
        self._conversation: Conversation | None = None

    async def live(self) -> None:
        conversation = await open_conversation(self._rig.desk, self._id)
        self._conversation = conversation
        listener = Listener(conversation)
        await conversation.enter(listener.send)
        state = await listener.until("state")
        if state["tools"]:
            await listener.until("tool", "committed")
        elif not state["done"]:
            await self._ask(conversation, listener, state)

    async def _ask(self, conversation: Conversation, listener: Listener, state: Message) -> None:
        proposal = state["proposal"]
        if proposal is None:
            await conversation.handle("", Begin())
            turn_id = str((await listener.until("turn"))["turn_id"])
            await conversation.handle(turn_id, Transcript("u", 0, "update ticket 14", True))
            proposal = await listener.until("proposal")
        assert isinstance(proposal, dict)
        for _ in range(2):
            await conversation.handle("", Decision(str(proposal["proposal_id"]), True))
        await listener.until("tool", "committed")

    async def die(self) -> None:
        """Whatever else the process was doing ends with it."""
        if self._conversation is not None:
            await self._conversation.close()


@pytest.mark.parametrize("mode", list(FEWER))
async def test_killed_at_each_await(rig: Rig, mode: Mode) -> None:
    at, fired = 0, True
    while fired:
        conversation_id = f"c{at}"
        first, second = Life(rig, conversation_id), Life(rig, conversation_id)
        killer = Killer(at)
        await killer.drive(first.live())
        fired = killer.fired
        await first.die()
        rig.around.moved.clear()
        done_before = await rig.deeds(conversation_id)
        await second.live()
        await second.die()
        assert await rig.deeds(conversation_id) == [(UPDATE, "committed", False)]
        commits = [phase for _, phase in rig.around.moved if phase == ToolPhase.COMMITTED]
        assert len(commits) == (done_before != [(UPDATE, "committed", False)])
        resolutions = await rig.ledger.resolutions(conversation_id)
        assert [said for _, said in resolutions] == ["approved"]
        at += FEWER[mode]
    assert at > 100
