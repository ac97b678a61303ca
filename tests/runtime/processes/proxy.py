"""A TCP proxy that can be cut, frozen, hushed and mended: an outage that stops no server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit


class Proxy:
    """Lines to one server. It serves nobody before the first `mend`."""

    def __init__(self, host: str, port: int) -> None:
        self._server = (host, port)
        self._listener: asyncio.Server | None = None
        self._lines: set[asyncio.Task[None]] = set()
        self._deserted = asyncio.Event()
        self._asking, self._answering = asyncio.Event(), asyncio.Event()
        self.port = 0

    async def deserted(self) -> None:
        """Wait until nobody is connected."""
        while self._lines:
            self._deserted.clear()
            await self._deserted.wait()

    async def cut(self) -> None:
        """Close every connection and refuse new ones."""
        if self._listener is not None:
            self._listener.close()
            self._listener = None
        for line in self._lines:
            line.cancel()
        await asyncio.gather(*self._lines, return_exceptions=True)

    def freeze(self) -> None:
        """Accept, and pass nothing on in either direction."""
        self._asking.clear()
        self.hush()

    def hush(self) -> None:
        """Pass questions on to the server, but none of its answers back."""
        self._answering.clear()

    async def mend(self) -> None:
        """Accept connections and pass everything on, on the same port as before."""
        self._asking.set()
        self._answering.set()
        if self._listener is None:
            self._listener = await asyncio.start_server(
                self._accept, "127.0.0.1", self.port, reuse_address=True
            )
            self.port = self._listener.sockets[0].getsockname()[1]

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = asyncio.create_task(self._join(reader, writer))
        self._lines.add(line)
        line.add_done_callback(self._forget)

    def _forget(self, line: asyncio.Task[None]) -> None:
        self._lines.discard(line)
        if not self._lines:
            self._deserted.set()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self._asking.wait()
            back_reader, back = await asyncio.open_connection(*self._server)
            try:
                async with asyncio.TaskGroup() as ways:
                    there = ways.create_task(self._carry(reader, back, self._asking))
                    here = ways.create_task(self._carry(back_reader, writer, self._answering))
                    await asyncio.wait([there, here], return_when=asyncio.FIRST_COMPLETED)
                    there.cancel()
                    here.cancel()
            finally:
                await _close(back)
        finally:
            await _close(writer)

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, passing: asyncio.Event
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                await passing.wait()
                writer.write(data)
                await writer.drain()


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


@asynccontextmanager
async def proxied(url: str, default_port: int) -> AsyncIterator[tuple[Proxy, str]]:
    """A proxy to the server at that URL, and the URL that leads through it."""
    parts = urlsplit(url)
    proxy = Proxy(parts.hostname or "localhost", parts.port or default_port)
    await proxy.mend()
    login, at, _ = parts.netloc.rpartition("@")
    through = parts._replace(netloc=f"{login}{at}127.0.0.1:{proxy.port}").geturl()
    try:
        yield proxy, through
    finally:
        await proxy.cut()
