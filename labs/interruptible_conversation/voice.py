"""The voice: what the agent says in a turn goes over the bus, a word at a time.

Knows the model, the bus and the screen. The speaker waits for each word until it has a place: so
a slow listener slows the model. Whoever listens to a turn's channel hears late words too; it is
for the screen to refuse them.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from functools import partial

from labs.interruptible_conversation.background import Background, ended
from labs.interruptible_conversation.desk import Desk
from labs.interruptible_conversation.screen import Screen
from labs.runs import Fragment

START, WORD = "start", "word"
LISTENED_TO = 3
"""To so many turns the conversation listens: what is older than that is not even late."""


class Voice:
    """Speaks in one conversation, in one turn at a time."""

    def __init__(self, desk: Desk, screen: Screen, background: Background) -> None:
        self._desk = desk
        self._screen = screen
        self._background = background
        self._speaking: asyncio.Task[None] | None = None
        self._listening: deque[asyncio.Task[None]] = deque()
        self._said: tuple[str, int] | None = None
        self._heard = asyncio.Event()

    @property
    def busy(self) -> bool:
        """Whether something is being said."""
        return self._speaking is not None and not self._speaking.done()

    async def listen(self, turn_id: str) -> None:
        """Listen to that turn's channel from now on."""
        position = await self._desk.bus.position(turn_id)
        listens = partial(self._listen, turn_id, position)
        self._listening.append(self._background.start("voice", turn_id, listens))
        if len(self._listening) > LISTENED_TO:
            await ended(self._listening.popleft())

    def speak(self, turn_id: str, text: str, then: Callable[[], Awaitable[None]]) -> None:
        """Begin to answer that text in that turn; `then` follows once all has been said."""
        speaks = partial(self._speak, turn_id, text, then)
        self._speaking = self._background.start("voice", turn_id, speaks)

    async def hush(self) -> None:
        """Stop speaking; when this returns, the speaker says nothing more."""
        if self._speaking is not None:
            await ended(self._speaking)

    async def close(self) -> None:
        """Neither speak nor listen any more."""
        await self.hush()
        while self._listening:
            await ended(self._listening.popleft())

    async def _speak(self, turn_id: str, text: str, then: Callable[[], Awaitable[None]]) -> None:
        await self._say(Fragment(turn_id, 0, START, ""))
        async with aclosing(self._desk.model.generate(turn_id, (text,))) as words:
            seq = 0
            async for word in words:
                seq += 1
                await self._say(Fragment(turn_id, seq, WORD, word))
        self._desk.report("voice", "finished", turn_id)
        await then()
        self._screen.spoken(turn_id)

    async def _say(self, fragment: Fragment) -> None:
        self._said = (fragment.run_id, fragment.seq)
        self._heard.clear()
        await self._desk.bus.publish(fragment.run_id, [fragment])
        await self._heard.wait()

    async def _listen(self, turn_id: str, position: str) -> None:
        async with aclosing(self._desk.bus.listen(turn_id, position, "screen")) as batches:
            async for batch in batches:
                for fragment in batch:
                    await self._hear(turn_id, fragment)

    async def _hear(self, turn_id: str, fragment: Fragment) -> None:
        if fragment.kind == START:
            await self._screen.started(turn_id)
        else:
            await self._screen.word(turn_id, fragment.text)
        self._desk.report("voice", "heard", turn_id, fragment.text)
        # A late word of another turn has found its end, too; the speaker waits for its own.
        if (turn_id, fragment.seq) == self._said:
            self._heard.set()
