"""One client's socket, as frames.

Knows Starlette and the frames; no conversation. It can be left at any moment, from anywhere: then
whoever reads from it or writes to it waits no longer. Nothing is sent to a client that has gone,
and that is no error: whoever reads hears of it.
"""

import asyncio
import json
from collections.abc import Coroutine
from contextlib import suppress
from typing import TypeVar

from starlette.websockets import WebSocket, WebSocketDisconnect

from labs.interruptible_conversation.desk import Message
from labs.interruptible_conversation.frames import Frame, read_frame

T = TypeVar("T")

GOODBYE_SECONDS = 1
"""How long a client may take to hear why its socket is closed."""
REPLACED, GONE = 4000, 1000
UNREADABLE, NOT_ALLOWED, LEAVING, BROKEN, FULL = 1003, 1008, 1001, 1011, 1013
"""Why a socket is closed: another one took over, the client has gone; no text, no token or no
patience, the server stops, something broke, no room or no store now."""


class Gone(Exception):
    """The socket is left, by its client or by us."""


class Socket:
    """A client's socket. `patience`: how many seconds it may take nothing before it is left."""

    def __init__(self, websocket: WebSocket, patience: float) -> None:
        self._websocket = websocket
        self._patience = patience
        self._code: int | None = None
        self._waiting: set[asyncio.Task[object]] = set()

    async def frame(self) -> Frame:
        """The next frame.

        Raises:
            Refused: that is none.
            Gone: there will be none.
        """
        message = await self._unless_left(self._websocket.receive())
        if message["type"] == "websocket.disconnect":
            self.leave(GONE)
            raise Gone
        if message.get("text") is None:
            self.leave(UNREADABLE)
            raise Gone
        return read_frame(message["text"])

    async def send(self, message: Message) -> None:
        """Send a frame, if the client is still there; one that takes nothing is left."""
        sending = self._websocket.send_text(json.dumps(message))
        try:
            async with asyncio.timeout(self._patience):
                await self._unless_left(sending)
        except TimeoutError:
            self.leave(NOT_ALLOWED)
        except (WebSocketDisconnect, RuntimeError):
            self.leave(GONE)
        except Gone:
            pass

    def leave(self, code: int) -> None:
        """Close the socket soon; whoever waits for it stops waiting now."""
        if self._code is None:
            self._code = code
            for task in self._waiting:
                task.cancel()

    async def close(self) -> None:
        """Say goodbye, with the code with which it was left."""
        self.leave(GONE)
        with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                await self._websocket.close(self._code or GONE)

    async def _unless_left(self, doing: Coroutine[None, None, T]) -> T:
        task = asyncio.create_task(doing)
        self._waiting.add(task)
        if self._code is not None:
            task.cancel()
        try:
            await asyncio.wait([task])
        finally:
            task.cancel()
            self._waiting.discard(task)
        if task.cancelled():
            raise Gone
        return task.result()
