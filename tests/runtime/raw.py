"""HTTP with bare sockets: requests byte for byte as written, answers byte for byte as sent."""

import asyncio
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes


class Line:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    def send(
        self,
        url: str,
        path: str,
        *,
        method: str = "GET",
        headers: Sequence[bytes] = (),
        body: bytes = b"",
    ) -> None:
        """Send a request."""
        start = f"{method} {urlsplit(url).path}{path} HTTP/1.1".encode()
        length = [b"Content-Length: %d" % len(body)] if body else []
        lines = [start, b"Host: test", *headers, *length, b"", body]
        self._writer.write(b"\r\n".join(lines))

    async def head(self) -> Answer:
        """The answer without its body, which stays to be read."""
        lines = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        fields = (line.split(":", 1) for line in lines[1:] if line)
        headers = {name.strip().lower(): value.strip() for name, value in fields}
        return Answer(int(lines[0].split(" ")[1]), headers, b"")

    async def chunk(self) -> bytes:
        """The next chunk of a chunked body; empty at its end."""
        size = int(await self._reader.readuntil(b"\r\n"), 16)
        return (await self._reader.readexactly(size + 2))[:-2]

    async def whole(self) -> Answer:
        """The answer with all of its body."""
        head = await self.head()
        if head.headers.get("transfer-encoding") == "chunked":
            body = b""
            while chunk := await self.chunk():
                body += chunk
        else:
            body = await self._reader.readexactly(int(head.headers.get("content-length", 0)))
        return Answer(head.status, head.headers, body)

    def drop(self) -> None:
        """Hang up as a machine that loses its network does: without a word of goodbye."""
        self._writer.transport.abort()


@asynccontextmanager
async def asked(
    url: str, path: str, *, method: str = "GET", headers: Sequence[bytes] = (), body: bytes = b""
) -> AsyncIterator[Line]:
    """A connection on which this has been asked."""
    parts = urlsplit(url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    line = Line(reader, writer)
    line.send(url, path, method=method, headers=headers, body=body)
    try:
        yield line
    finally:
        writer.transport.abort()


async def ask(
    url: str, path: str, *, method: str = "GET", headers: Sequence[bytes] = (), body: bytes = b""
) -> Answer:
    async with asked(url, path, method=method, headers=headers, body=body) as line:
        return await line.whole()


def deaf_socket(url: str, path: str) -> socket.socket:
    """A connection whose client asks and then never reads."""
    parts = urlsplit(url)
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.connect((parts.hostname, parts.port))
    deaf.sendall(f"GET {parts.path}{path} HTTP/1.1\r\nHost: test\r\n\r\n".encode())
    return deaf
