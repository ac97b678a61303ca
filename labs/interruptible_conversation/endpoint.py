"""The endpoint: WebSockets in and out.

Knows Starlette and the frames; nothing of what a frame does. A frame without a token for this very
conversation is refused before anything is looked up. One conversation has one listener: who comes
later takes over. Nothing is unbounded: a frame's size, the conversations kept, the wait for a
socket that says nothing or takes nothing.
"""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from labs.interruptible_conversation.background import trouble
from labs.interruptible_conversation.conversation import Conversation, open_conversation
from labs.interruptible_conversation.desk import Desk
from labs.interruptible_conversation.frames import Frame, Hello, Refused
from labs.interruptible_conversation.sockets import (
    BROKEN,
    FULL,
    LEAVING,
    NOT_ALLOWED,
    REPLACED,
    Gone,
    Socket,
)
from labs.runtime.ports import Unavailable


@dataclass(frozen=True)
class Bounds:
    """How much an endpoint bears. The seconds are those of the network, not of the Clock.

    `hello`: in which a socket must say hello. `sending`: in which it must take what is sent.
    """

    conversations: int = 1_000
    hello: float = 10
    sending: float = 30


DEFAULT = Bounds()


class Endpoint:
    """Serves conversations."""

    def __init__(self, desk: Desk, bounds: Bounds = DEFAULT) -> None:
        self._desk = desk
        self._bounds = bounds
        # Kept in the order in which somebody last came to them.
        self._conversations: OrderedDict[str, Conversation] = OrderedDict()
        self._opening = asyncio.Lock()
        self._listeners: dict[str, Socket] = {}
        self._serving: dict[asyncio.Task[None] | None, Socket] = {}

    @property
    def listeners(self) -> int:
        """How many conversations have a listener."""
        return len(self._listeners)

    @property
    def kept(self) -> int:
        """How many conversations are kept, with or without a listener."""
        return len(self._conversations)

    def app(self) -> Starlette:
        """The endpoint as an ASGI application."""
        return Starlette(
            routes=[
                Route("/conversations", self._create, methods=["POST"]),
                WebSocketRoute("/conversations/{conversation}", self._serve),
            ]
        )

    async def close(self) -> None:
        """Leave all sockets and all conversations."""
        for socket in self._serving.values():
            socket.leave(LEAVING)
        if serving := [task for task in self._serving if task is not None]:
            await asyncio.wait(serving)
        while self._conversations:
            await self._conversations.popitem()[1].close()

    async def _create(self, request: Request) -> JSONResponse:
        conversation_id = self._desk.new_id("conversation")
        token = self._desk.tokens.sign(conversation_id, "")
        return JSONResponse({"conversation_id": conversation_id, "token": token}, status_code=201)

    async def _serve(self, websocket: WebSocket) -> None:
        socket, task = Socket(websocket, self._bounds.sending), asyncio.current_task()
        self._serving[task] = socket
        try:
            await websocket.accept()
            conversation = await self._entered(socket, websocket.path_params["conversation"])
            if conversation is not None:
                await self._listened(socket, conversation)
        except Gone:
            pass
        finally:
            await socket.close()
            del self._serving[task]

    async def _entered(self, socket: Socket, conversation_id: str) -> Conversation | None:
        """The conversation, if the first frame is a hello with a token for it."""
        try:
            frame = await self._first_frame(socket)
            self._desk.tokens.turn(frame.token, conversation_id)
            if not isinstance(frame.content, Hello):
                raise Refused("bad_frame", "the first frame says hello")
        except Refused as refusal:
            await self._refuse(socket, refusal)
            socket.leave(NOT_ALLOWED)
            return None
        try:
            return await self._conversation(conversation_id)
        except Refused as refusal:
            await self._refuse(socket, refusal)
            socket.leave(FULL)
        return None

    async def _first_frame(self, socket: Socket) -> Frame:
        try:
            async with asyncio.timeout(self._bounds.hello):
                return await socket.frame()
        except TimeoutError:
            raise Refused("bad_frame", "no hello came in time") from None

    async def _listened(self, socket: Socket, conversation: Conversation) -> None:
        before = self._listeners.get(conversation.id)
        self._listeners[conversation.id] = socket
        if before is not None:
            before.leave(REPLACED)
        send = socket.send
        try:
            await conversation.enter(send)
            while True:
                await self._one(socket, conversation)
        except Unavailable as error:
            await socket.send(trouble(error))
            socket.leave(FULL)
        except Gone:
            raise
        except Exception as error:
            # A mistake of ours: the server's log gets it whole, the client hears that there is one.
            told = f"{type(error).__name__}: {error}"
            self._desk.report("endpoint", "broke", conversation.id, told)
            await socket.send(trouble(error))
            socket.leave(BROKEN)
            raise
        finally:
            conversation.screen.detach(send)
            if self._listeners.get(conversation.id) is socket:
                del self._listeners[conversation.id]
            self._desk.report("endpoint", "left", conversation.id)

    async def _one(self, socket: Socket, conversation: Conversation) -> None:
        try:
            frame = await socket.frame()
            turn_id = self._desk.tokens.turn(frame.token, conversation.id)
            await conversation.handle(turn_id, frame.content)
        except Refused as refusal:
            await self._refuse(socket, refusal)
        except Unavailable as error:
            why = f"the {error.service} cannot be reached now; try again"
            await self._refuse(socket, Refused("unavailable", why))

    async def _refuse(self, socket: Socket, refusal: Refused) -> None:
        self._desk.report("endpoint", "refused", "", refusal.code)
        await socket.send({"type": "refused", "code": refusal.code, "why": str(refusal)})

    async def _conversation(self, conversation_id: str) -> Conversation:
        async with self._opening:
            if conversation_id not in self._conversations:
                await self._make_room()
                opened = await open_conversation(self._desk, conversation_id)
                self._conversations[conversation_id] = opened
            self._conversations.move_to_end(conversation_id)
            return self._conversations[conversation_id]

    async def _make_room(self) -> None:
        """Let the oldest go to which nobody listens and in which nothing goes on."""
        if len(self._conversations) < self._bounds.conversations:
            return
        for key, conversation in self._conversations.items():
            if key not in self._listeners and not conversation.busy:
                del self._conversations[key]
                await conversation.close()
                return
        raise Refused("full", "there is no room for another conversation now; try again later")
