"""The screen of one conversation: what its listener is shown, and how fast.

Knows the turn buffer, the outbox and whoever listens now; nothing of what is decided. Whatever
reaches the listener goes through here, in one order. Words are sent only once the words before
them have been shown: a listener that stops reading holds the speaker back, and nothing is heaped
up for it. One that has gone holds nobody back.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from labs.interruptible_conversation.desk import Desk, Message, Send
from labs.interruptible_conversation.parts import Outbox, Turns

LIMIT = 48
"""Characters that an outbox holds: about eight words."""

State = Callable[[], Awaitable[Message]]


class Screen:
    """Shows one turn at a time to at most one listener."""

    def __init__(self, desk: Desk, conversation_id: str, turns: Turns, outbox: Outbox) -> None:
        self.turn: str | None = None
        self._id = conversation_id
        self._desk = desk
        self._turns = turns
        self._outbox = outbox
        self._send: Send | None = None
        self._order = asyncio.Lock()
        # Counted by us: what went into the outbox and has not come out.
        self._held = 0
        self._room, self._unsent = asyncio.Event(), asyncio.Event()
        self._states = 0
        self._number = self._shown = 0
        self._spoken: str | None = None
        self._progress = asyncio.Event()

    async def attach(self, send: Send, state: State) -> None:
        """Show everything to this listener from now on, and first of all where things stand."""
        async with self._order:
            said = await state()
            self._send = send
            self.shown(self._number)
            await self._show(said)

    def detach(self, send: Send) -> None:
        """This listener has gone; the conversation goes on."""
        if self._send is send:
            self._send = None
            self.shown(self._number)

    async def show(self, state: State) -> None:
        """Send the state; nothing else is sent while it is made, so it is not out of date."""
        async with self._order:
            await self._show(await state())

    async def tell(self, message: Message) -> None:
        """Send a frame that is not made of words, if somebody listens."""
        async with self._order:
            await self._sent(message)

    async def text(self) -> tuple[str | None, str]:
        """The turn on the screen and its text so far."""
        return await self._turns.turn(), await self._turns.text()

    async def begin(self, turn_id: str) -> None:
        """A new turn begins at once, and what is left of the one before is dropped."""
        async with self._order:
            before, self.turn = self.turn, turn_id
            if before is not None:
                self._came_out(await self._outbox.drop(before))
                self._desk.report("screen", "dropped", before)
            await self._begun(turn_id)

    async def started(self, turn_id: str) -> None:
        """A start came over the bus. Most are repeats; one of an old turn is late."""
        async with self._order:
            if not await self._begun(turn_id):
                self._desk.report("screen", "refused start", turn_id)

    async def word(self, turn_id: str, text: str) -> None:
        """A word came over the bus. Returns once it has a place or needs none.

        So the speaker waits for a slow listener.
        """
        async with self._order:
            if not await self._turns.append(turn_id, text):
                self._desk.report("screen", "refused word", turn_id, text)
                return
            states = self._states
            settled = await self._placed(turn_id, text, states)
        if not settled:
            self._desk.report("screen", "held back", turn_id, text)
        while not settled:
            await self._room.wait()
            async with self._order:
                settled = await self._placed(turn_id, text, states)

    async def _placed(self, turn_id: str, text: str, states: int) -> bool:
        """Put a word into the outbox; `False` if it has to wait."""
        if states != self._states:
            return True  # the listener has meanwhile been shown the whole text, with this word
        self._room.clear()
        if await self._outbox.put(turn_id, text):
            self._held += len(text)
            self._desk.report("screen", "held", self._id, str(self._held))
            self._unsent.set()
            return True
        if turn_id != self.turn:
            return True
        if self._held == 0:
            # Nothing will ever make room: an outbox like that cannot be waited for.
            self._desk.report("screen", "stuck", turn_id, text)
            return True
        return False

    def spoken(self, turn_id: str) -> None:
        """All has been said in that turn; the listener hears of it behind the last word."""
        self._spoken = turn_id
        self._unsent.set()

    async def send_words(self) -> None:
        """Send what is in the outbox whenever the listener has shown what came before."""
        while True:
            await self._unsent.wait()
            async with self._order:
                self._unsent.clear()
                await self._say(await self._taken())
                spoken, self._spoken = self._spoken, None
                if spoken is not None and spoken == self.turn:
                    await self._sent({"type": "spoken", "turn_id": spoken})
            while self._shown < self._number:
                self._progress.clear()
                await self._progress.wait()

    def shown(self, number: int) -> None:
        """The listener has shown all words up to the frame with that number."""
        self._shown = max(self._shown, min(number, self._number))
        self._progress.set()

    async def _say(self, pairs: Sequence[tuple[str, str]]) -> None:
        if pairs and self._send is not None:
            self._number += 1
            said = [[turn_id, text] for turn_id, text in pairs]
            await self._sent({"type": "words", "number": self._number, "words": said})

    async def _show(self, state: Message) -> None:
        # The words that wait in the outbox are in the state's text: they are not sent again.
        await self._taken()
        self._states += 1
        await self._sent(state)

    async def _begun(self, turn_id: str) -> bool:
        if not await self._turns.begin(turn_id):
            return False
        self._desk.report("screen", "turn", turn_id)
        token = self._desk.tokens.sign(self._id, turn_id)
        await self._sent({"type": "turn", "turn_id": turn_id, "token": token})
        return True

    async def _sent(self, message: Message) -> None:
        if self._send is not None:
            await self._send(message)

    async def _taken(self) -> Sequence[tuple[str, str]]:
        pairs = await self._outbox.take()
        self._came_out(sum(len(text) for _, text in pairs))
        return pairs

    def _came_out(self, count: int) -> None:
        self._held = max(0, self._held - count)
        self._room.set()
