"""The HTTP server: uvicorn on a loopback port, with applications that come and go.

Knows uvicorn and ASGI, and no application. One server serves every system of a grading run,
each under a path of its own: starting and stopping uvicorn takes longer than a check.
"""

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount, Router


class Server:
    """A running server. `url` is where it listens, without a slash at the end."""

    def __init__(self, router: Router, url: str, config: uvicorn.Config) -> None:
        self._router = router
        self._config = config
        self.url = url

    def speak_websocket(self, most_bytes: int) -> None:
        """Answer WebSockets, too, with frames of so many bytes at most; others do not load it."""
        from uvicorn.protocols.websockets.wsproto_impl import WSProtocol

        self._config.ws_max_size = most_bytes
        # A small compressed frame may be a huge one: its size would be known too late.
        self._config.ws_per_message_deflate = False
        self._config.ws_protocol_class = WSProtocol

    def mount(self, name: str, app: Starlette) -> str:
        """Serve the application under that name; its address."""
        self._router.routes.append(Mount(f"/{name}", app))
        return f"{self.url}/{name}"

    def unmount(self, name: str) -> None:
        """Serve it no longer."""
        self._router.routes = [
            r for r in self._router.routes if not (isinstance(r, Mount) and r.path == f"/{name}")
        ]


class GuestServer(uvicorn.Server):
    """A server in a process whose signals are somebody else's: it is stopped by cancelling."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield

    async def serve_until_cancelled(self) -> None:
        """Serve; when cancelled, end the streams and let the other answers finish."""
        serving = asyncio.create_task(self.serve())
        try:
            await asyncio.shield(serving)
        finally:
            # What a signal would do: sse-starlette listens to this call and ends its streams.
            self.handle_exit(signal.SIGTERM, None)
            await serving


@asynccontextmanager
async def serve() -> AsyncIterator[Server]:
    """A server on a free loopback port."""
    router = Router()
    # An error in an application reaches whoever watches the system; the log would show it to a
    # student as a traceback of ours.
    config = uvicorn.Config(
        router,
        host="127.0.0.1",
        port=0,
        log_config=None,
        log_level="critical",
        lifespan="off",
        ws="none",
    )
    config.load()
    server = uvicorn.Server(config)
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    # Not `serve()`: that takes over the process' signals, which belong to whoever grades.
    ticking = asyncio.create_task(server.main_loop())
    try:
        port = server.servers[0].sockets[0].getsockname()[1]
        yield Server(router, f"http://127.0.0.1:{port}", config)
    finally:
        ticking.cancel()
        with suppress(asyncio.CancelledError):
            await ticking
        for listening in server.servers:
            listening.close()
        for connection in list(server.server_state.connections):
            connection.shutdown()
