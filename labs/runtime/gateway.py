"""The gateway: HTTP in, Server-Sent Events out.

Knows HTTP, the ports and the moves. Must not know what generates an answer. Promises: what it
answered 202 to is in the store; what it cannot serve now it says so with 503 or an `error`
event; a client that leaves takes its own waiter with it and nothing else.
"""

import itertools
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from labs.runs import MERGE_WINDOW, Run, RunStatus
from labs.runtime import moves, wire
from labs.runtime.messages import MAX_BODY_BYTES, checked_session, message_text
from labs.runtime.moves import Machine
from labs.runtime.ports import AT_WORK, TERMINAL, StoredRun, Unavailable
from labs.runtime.trace import Record
from labs.runtime.waiter import Bounds, Waiter

SEND_SECONDS = 30
"""How long a client may leave its connection full before it is let go."""

_HISTORY = 100


class Gateway:
    """Accepts messages and streams runs. `new_id` makes the ids of runs."""

    def __init__(
        self, machine: Machine, new_id: Callable[[], str], bounds: Bounds | None = None
    ) -> None:
        self._machine = machine
        self._new_id = new_id
        self._bounds = bounds or Bounds()
        self._numbers = itertools.count(1)
        self.waiters = 0

    def app(self) -> Starlette:
        """The gateway as an ASGI application."""
        return Starlette(
            routes=[
                Route("/sessions/{session}/messages", self._post_message, methods=["POST"]),
                Route("/sessions/{session}", self._get_session),
                Route("/runs/{run}/events", self._get_events),
                Route("/runs/{run}/cancel", self._cancel, methods=["POST"]),
                Route("/runs/{run}", self._get_run),
                Route("/healthz", self._healthz),
            ],
            exception_handlers={Unavailable: _unavailable, HTTPException: _refusal},
            max_body_size=MAX_BODY_BYTES,
        )

    async def _post_message(self, request: Request) -> Response:
        session = checked_session(request.path_params["session"])
        text = message_text(await request.body())
        # Asked first: what the bus could not hand on is better refused than left lying.
        await self._machine.bus.ping()
        run, merged = await self._accept(session, text)
        body = {
            "run_id": run.id,
            "merged": merged,
            "merge_until": (run.created_at + MERGE_WINDOW).isoformat(),
        }
        return JSONResponse(body, status_code=202)

    async def _accept(self, session: str, text: str) -> tuple[Run, bool]:
        """Merge the message into the run at work or make it a run of its own."""
        store = self._machine.store
        while True:
            latest = await store.latest(session)
            prev = latest.run if latest else None
            now = self._machine.clock.now()
            if await self._machine.parts.should_merge(prev, now) and prev is not None:
                if await store.merge(prev.id, text, prev.status):
                    self._report("merged", prev.id)
                    await self._hint(self._machine.bus.mark, prev.id)
                    return prev, True
            else:
                run = Run(self._new_id(), session, RunStatus.PENDING, now, (text,), attempt=0)
                if await store.create(run, latest.ordinal + 1 if latest else 0):
                    self._report("accepted", run.id)
                    await self._hint(self._machine.bus.submit, run.id)
                    return run, False
            # Somebody moved first: read again and decide.

    async def _hint(self, tell: Callable[[str], Awaitable[None]], run_id: str) -> None:
        """Tell the workers; if that fails they find it in the store, where it is already."""
        try:
            await tell(run_id)
        except Unavailable as error:
            self._report("unheard", run_id, error.service)

    async def _get_events(self, request: Request) -> Response:
        try:
            run = await self._known(request)
            start = await self._start(request, run)
        except Unavailable as error:
            # Not 503: after an error status a browser's EventSource never comes back.
            return _stream(_only(wire.error_event(f"{error.service}_unavailable")))
        if start == run.next_seq and run.run.status in TERMINAL:
            return Response(status_code=204)
        return _stream(self._watched(run, start))

    async def _start(self, request: Request, run: StoredRun) -> int:
        """The first number this client lacks; a number that the run never had means: all."""
        named = request.headers.get("last-event-id", request.query_params.get("last_event_id"))
        start = await self._machine.parts.resume_from(named)
        return 0 if start > run.next_seq else start

    async def _watched(self, run: StoredRun, start: int) -> AsyncGenerator[ServerSentEvent, None]:
        name = f"waiter {next(self._numbers)}"
        waiter = Waiter(self._machine, self._bounds, run=run, start=start, name=name)
        self.waiters += 1
        try:
            async with aclosing(waiter.events()) as events:
                async for event in events:
                    yield event
        finally:
            self.waiters -= 1
            self._report("left", run.run.id, name)

    async def _get_run(self, request: Request) -> Response:
        stored = await self._known(request)
        transcript = await self._machine.store.transcript(stored.run.id)
        return JSONResponse(_summary(stored) | {"text": transcript.text})

    async def _cancel(self, request: Request) -> Response:
        while True:
            stored = await self._known(request)
            try:
                ended = await moves.end(self._machine, "gateway", stored, RunStatus.CANCELLED)
            except moves.Refused:
                return JSONResponse(_summary(stored))
            if ended:
                return JSONResponse(_summary(await self._known(request)))
            # Somebody moved first: read again and decide.

    async def _get_session(self, request: Request) -> Response:
        session = checked_session(request.path_params["session"])
        runs = await self._machine.store.history(session, _HISTORY)
        messages: list[dict[str, str]] = []
        for stored in runs:
            run = stored.run
            messages += [{"role": "user", "text": t, "run_id": run.id} for t in run.inputs]
            if run.status in TERMINAL:
                transcript = await self._machine.store.transcript(run.id)
                answer = {"role": "agent", "text": transcript.text, "run_id": run.id}
                messages.append(answer | {"status": run.status})
        latest = runs[-1] if runs else None
        body = {
            "session_id": session,
            "messages": messages,
            "latest_run": _summary(latest) if latest else None,
            "merge_until": _merge_until(latest),
        }
        return JSONResponse(body)

    async def _healthz(self, request: Request) -> Response:
        missing = []
        for service in (self._machine.bus, self._machine.store):
            try:
                await service.ping()
            except Unavailable as error:
                missing.append(error.service)
        body = {"status": "unavailable" if missing else "ok", "missing": missing}
        return JSONResponse(body, status_code=503 if missing else 200)

    async def _known(self, request: Request) -> StoredRun:
        run_id = request.path_params["run"]
        stored = None if "\0" in run_id else await self._machine.store.run(run_id)
        if stored is None:
            raise HTTPException(404, "there is no run of that id")
        return stored

    def _report(self, what: str, run_id: str, detail: str = "") -> None:
        self._machine.log(Record("gateway", what, run_id, detail=detail))


def _summary(stored: StoredRun) -> dict[str, object]:
    run = stored.run
    return {
        "run_id": run.id,
        "session_id": run.session_id,
        "status": run.status,
        "created_at": run.created_at.isoformat(),
        "inputs": run.inputs,
        "attempt": run.attempt,
        "last_seq": stored.next_seq - 1,
    }


def _merge_until(latest: StoredRun | None) -> str | None:
    """Until when a further message may join the run at work; `None` if none is."""
    if latest is None or latest.run.status not in AT_WORK:
        return None
    return (latest.run.created_at + MERGE_WINDOW).isoformat()


class _Stream(EventSourceResponse):
    """A stream that also ends as one when the server stops, and says why."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await super().__call__(scope, receive, send)
        if self.active and scope["method"] != "HEAD":
            last = wire.error_event("gateway_stopping").encode()
            await send({"type": "http.response.body", "body": last, "more_body": False})


def _stream(events: AsyncGenerator[ServerSentEvent, None]) -> EventSourceResponse:
    return _Stream(
        events,
        headers=wire.HEADERS,
        ping=wire.PING_SECONDS,
        ping_message_factory=wire.ping_event,
        send_timeout=SEND_SECONDS,
        sep="\n",
    )


async def _only(event: ServerSentEvent) -> AsyncGenerator[ServerSentEvent, None]:
    yield event


async def _unavailable(request: Request, error: Exception) -> Response:
    assert isinstance(error, Unavailable)
    # Not "nothing was changed": a write may have succeeded and only its answer been lost.
    message = f"the {error.service} cannot be reached now; try again"
    return JSONResponse({"error": message, "missing": error.service}, status_code=503)


async def _refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, status_code=error.status_code)
