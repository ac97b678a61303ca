"""The viewers: light SSE clients, any number of them in this one process.

Run by `benchmarks.audience`. Each line of standard input, `COUNT SECONDS URL`, is one show: so
many viewers connect, say `connected` when all have an answer, `begun` when all have a fragment,
and report when all were closed or the time is up. They split the bytes at blank lines and look
no further, so that what is measured is the server.
"""

import asyncio
import json
import sys
import time
from contextlib import suppress
from urllib.parse import urlsplit

from benchmarks.processes import allow_many_connections

_AT_ONCE = 50
"""How many connections are being opened at a time."""


class Viewer(asyncio.Protocol):
    """One connection. Times are those of the arrival of the bytes."""

    def __init__(self, request: bytes) -> None:
        loop = asyncio.get_running_loop()
        self._request = request
        self._rest = b""
        self._first = self._last = (0.0, b"")
        self._frames = self._bytes = 0
        self._asked = self._ended = 0.0
        self.connected: asyncio.Future[None] = loop.create_future()
        self.begun: asyncio.Future[None] = loop.create_future()
        self.over: asyncio.Future[None] = loop.create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask."""
        assert isinstance(transport, asyncio.Transport)
        self._asked = time.monotonic()
        self._transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Count the frames."""
        now = self._ended = time.monotonic()
        self._bytes += len(data)
        if not self.connected.done():
            self.connected.set_result(None)
        *frames, self._rest = (self._rest + data).split(b"\n\n")
        for frame in frames:
            if b"event: delta\n" in frame or b"event: snapshot\n" in frame:
                self._last = (now, frame)
                self._first = self._first if self._frames else self._last
                self._frames += 1
        if self._frames and not self.begun.done():
            self.begun.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        """The server has closed: it is over, whatever was awaited."""
        for waiting in (self.connected, self.begun, self.over):
            if not waiting.done():
                waiting.set_result(None)

    def leave(self) -> None:
        """Hang up, if the server has not."""
        self._transport.abort()

    def seen(self) -> list[float]:
        """What `audience.Seen` holds."""
        times = (self._asked, self._ended, *_timed(self._first), *_timed(self._last))
        return [self._frames, self._bytes, *times]


def _timed(arrival: tuple[float, bytes]) -> tuple[float, float]:
    """When a frame arrived, and when it says that it was made (0: it does not say)."""
    at, frame = arrival
    _, _, data = frame.partition(b'"text":"')
    try:
        return at, float(data.partition(b" ")[0])
    except ValueError:
        return at, 0.0


async def _show(count: int, patience: float, url: str) -> None:
    parts = urlsplit(url)
    host, port = parts.hostname, parts.port
    assert host is not None
    assert port is not None
    request = f"GET {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\nConnection: close\r\n\r\n"
    room = asyncio.Semaphore(_AT_ONCE)

    async def connect() -> Viewer:
        loop = asyncio.get_running_loop()
        async with room:
            _, viewer = await loop.create_connection(lambda: Viewer(request.encode()), host, port)
            await viewer.connected
        return viewer

    viewers = await asyncio.gather(*(connect() for _ in range(count)))
    print("connected", flush=True)
    with suppress(TimeoutError):
        async with asyncio.timeout(patience):
            await asyncio.gather(*(v.begun for v in viewers))
    print("begun", flush=True)
    processor, began = time.process_time(), time.monotonic()
    with suppress(TimeoutError):
        async with asyncio.timeout(patience):
            await asyncio.gather(*(v.over for v in viewers))
    for viewer in viewers:
        viewer.leave()
    share = (time.process_time() - processor) / (time.monotonic() - began)
    print(share, json.dumps([v.seen() for v in viewers]), flush=True)


def main() -> None:
    """Hold a show for every line."""
    allow_many_connections()
    for line in sys.stdin:
        count, patience, url = line.split()
        asyncio.run(_show(int(count), float(patience), url))


if __name__ == "__main__":
    main()
