"""The bare server: the frames of a run with no run behind them.

The same HTTP server, the same response class and the same frames as the gateway's, but a
generator of one line instead of store, bus and orderer. What it takes is nobody's saving to make.
"""

import asyncio
import time
from collections.abc import AsyncGenerator

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from benchmarks.stamped import stamp
from labs.runtime import wire
from labs.runtime.ports import DELTA, DONE


class Bare:
    """Streams stamped frames to whoever asks, from the moment that `go` is set."""

    def __init__(self) -> None:
        self.go = asyncio.Event()

    def app(self) -> Starlette:
        """`/events/COUNT/PACE` (milliseconds) streams, `POST /go` starts."""
        return Starlette(
            routes=[
                Route("/events/{count:int}/{pace:float}", self._events),
                Route("/go", self._start, methods=["POST"]),
            ]
        )

    async def _events(self, request: Request) -> Response:
        count, pace = request.path_params["count"], request.path_params["pace"]
        frames = self._frames(count, pace / 1000)
        return EventSourceResponse(frames, headers=wire.HEADERS, sep="\n")

    async def _frames(self, count: int, pace: float) -> AsyncGenerator[ServerSentEvent, None]:
        await self.go.wait()
        due = time.monotonic()
        for seq in range(count):
            yield wire.fragment_event(DELTA, seq, stamp())
            due += pace
            if pace:
                await asyncio.sleep(due - time.monotonic())
        yield wire.fragment_event(DONE, count, "done")

    async def _start(self, request: Request) -> Response:
        self.go.set()
        return Response(status_code=204)
