"""A WebSocket with a bare socket: frames byte for byte as written, and read only when asked."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from wsproto import ConnectionType, WSConnection
from wsproto.events import (
    AcceptConnection,
    BytesMessage,
    CloseConnection,
    Event,
    Request,
    TextMessage,
)

from labs.interruptible_conversation.client import Client

SMALL = 4096


class Bare:
    """One connection to a conversation."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.writer = writer
        self.token = ""
        self._reader = reader
        self.protocol = WSConnection(ConnectionType.CLIENT)
        self._text = ""

    def ask(self, host: str, path: str) -> None:
        self.writer.write(self.protocol.send(Request(host=host, target=path)))

    def text(self, text: str) -> None:
        self.writer.write(self.protocol.send(TextMessage(text)))

    def json(self, **frame: object) -> None:
        self.text(json.dumps(frame))

    def binary(self, data: bytes) -> None:
        self.writer.write(self.protocol.send(BytesMessage(data)))

    def vanish(self) -> None:
        """Hang up as a machine that loses its network does: without a word of goodbye."""
        self.writer.transport.abort()

    async def event(self) -> Event:
        """The next event that the server sent; its end is a close with code 1006."""
        while True:
            for event in self.protocol.events():
                return event
            data = await self._reader.read(65536)
            if not data:
                return CloseConnection(code=1006)
            self.protocol.receive_data(data)

    async def frame(self) -> dict[str, object]:
        """The next frame."""
        while True:
            event = await self.event()
            assert isinstance(event, TextMessage), event
            self._text += event.data
            if event.message_finished:
                said, self._text = self._text, ""
                frame: dict[str, object] = json.loads(said)
                return frame

    async def closed(self) -> int:
        """The code with which the server closed; what it said before is passed over."""
        while True:
            event = await self.event()
            if isinstance(event, CloseConnection):
                return event.code


@asynccontextmanager
async def bare(client: Client, conversation_id: str) -> AsyncIterator[Bare]:
    """A connection whose own buffer for what comes is small."""
    parts = urlsplit(client.url)
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
    plain.setblocking(False)
    await asyncio.get_running_loop().sock_connect(plain, (parts.hostname, parts.port))
    reader, writer = await asyncio.open_connection(sock=plain, limit=SMALL)
    line = Bare(reader, writer)
    line.ask(parts.netloc, f"{parts.path}/conversations/{conversation_id}")
    assert isinstance(await line.event(), AcceptConnection)
    try:
        yield line
    finally:
        writer.transport.abort()
