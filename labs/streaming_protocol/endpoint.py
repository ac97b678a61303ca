"""The endpoint: HTTP in, Server-Sent Events out.

Knows Starlette and the roles; nothing of how a response is generated. Whoever may not see a
response is told that there is none: an id is no secret, and its existence is nobody's business. A
client that leaves takes its own connection with it and nothing else.
"""

import json
import re
from collections.abc import AsyncGenerator
from contextlib import aclosing

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from labs.runtime.messages import MAX_BODY_BYTES, message_text
from labs.runtime.model import Gate
from labs.runtime.ports import Unavailable
from labs.runtime.wire import HEADERS, PING_SECONDS, ping_event
from labs.streaming_protocol import exposition
from labs.streaming_protocol.desk import Desk
from labs.streaming_protocol.journal import Stored
from labs.streaming_protocol.service import Refused, Service
from labs.streaming_protocol.stream import Stream
from labs.streaming_protocol.tokens import OPERATOR, OWNER, Bearer
from labs.streaming_protocol.view import for_operator, for_owner, notice

SEND_SECONDS = 30
"""How long a client may leave its connection full before it is let go."""


class Endpoint:
    """Serves one service. `service` may be replaced, as by a process that starts anew."""

    def __init__(self, desk: Desk, service: Service) -> None:
        self.service = service
        self.connections = 0
        self._desk = desk
        self._credits: dict[tuple[str, str], Gate] = {}

    def app(self) -> Starlette:
        """The endpoint as an ASGI application."""
        one = "/responses/{response}"
        return Starlette(
            routes=[
                Route("/responses", self._create, methods=["POST"]),
                Route(one, self._get),
                Route(f"{one}/events", self._events),
                Route(f"{one}/cancel", self._cancel, methods=["POST"]),
                Route(f"{one}/continue", self._continue, methods=["POST"]),
                Route(f"{one}/approvals/{{approval}}", self._decide, methods=["POST"]),
                Route(f"{one}/readers/{{reader}}/credit", self._credit, methods=["POST"]),
                Route("/metrics", self._metrics),
            ],
            exception_handlers={
                Unavailable: _unavailable,
                HTTPException: _refusal,
                Refused: _conflict,
            },
            max_body_size=MAX_BODY_BYTES,
        )

    async def _create(self, request: Request) -> Response:
        owner = self._bearer(request, OWNER).name
        body = await request.body()
        text = message_text(body)
        structured = json.loads(body).get("structured", False) is True
        stored = await self.service.create(owner, text, structured)
        return JSONResponse({"response_id": stored.response.id}, status_code=202)

    async def _get(self, request: Request) -> Response:
        bearer = self._bearer(request, OWNER, OPERATOR)
        stored = await self._known(request, bearer)
        if bearer.role == OPERATOR:
            return JSONResponse(for_operator(stored))
        return JSONResponse(await for_owner(self._desk, stored))

    async def _cancel(self, request: Request) -> Response:
        stored = await self._owned(request)
        service = self.service
        stored = await service.stop(stored)
        self._tell_successor(service, stored.response.id, stopped=stored.stopped_at is not None)
        said = {"response_id": stored.response.id, "status": stored.response.status}
        return JSONResponse(said | notice(stored.response))

    async def _continue(self, request: Request) -> Response:
        stored = await self.service.go_on(await self._owned(request))
        return JSONResponse({"response_id": stored.response.id}, status_code=202)

    async def _decide(self, request: Request) -> Response:
        stored = await self._owned(request)
        match _object(await request.body()):
            case {"granted": bool(granted), "payload_hash": str(payload_hash)}:
                approval_id = _plain_id(request.path_params["approval"])
                service = self.service
                decided = await service.decide(stored, approval_id, granted, payload_hash)
                self._tell_successor(service, stored.response.id)
                return JSONResponse(
                    {"approval_id": approval_id, "granted": decided.approval.granted}
                )
        wanted = '{"granted": true, "payload_hash": "..."}'
        raise HTTPException(422, f"a decision says what it is about: {wanted}")

    def _tell_successor(self, asked: Service, response_id: str, *, stopped: bool = False) -> None:
        """If the service was replaced meanwhile: who generates there read before it was written."""
        if self.service is not asked:
            self.service.look(response_id, stopped=stopped)

    async def _metrics(self, request: Request) -> Response:
        self._bearer(request, OPERATOR)
        figures = exposition.exposition(self._desk.figures)
        return Response(figures, media_type=exposition.CONTENT_TYPE)

    async def _events(self, request: Request) -> Response:
        stored = await self._owned(request)
        start = _start(request, stored)
        if start > 0:
            self._desk.figures.count("reconnects")
        if start == stored.next_seq and stored.ended_at is not None:
            return Response(status_code=204)
        reader = request.query_params.get("reader")
        return EventSourceResponse(
            self._watched(stored, start, reader),
            headers=HEADERS,
            ping=PING_SECONDS,
            ping_message_factory=ping_event,
            send_timeout=SEND_SECONDS,
            sep="\n",
        )

    async def _watched(
        self, stored: Stored, start: int, reader: str | None
    ) -> AsyncGenerator[ServerSentEvent, None]:
        response_id = stored.response.id
        buffer = await self._desk.parts.buffer(self._desk.habits.buffered)
        credit = None if reader is None else Gate()
        if credit is not None and reader is not None:
            credit.allow(0)
            self._credits[response_id, reader] = credit
        stream = Stream(self._desk, stored, start, buffer, credit)
        self.connections += 1
        try:
            async with aclosing(stream.events()) as events:
                async for event in events:
                    yield event
        finally:
            self.connections -= 1
            if not stream.ended:
                self._desk.figures.count("dropped_connections")
            if reader is not None and self._credits.get((response_id, reader)) is credit:
                del self._credits[response_id, reader]
            self._desk.report("endpoint", "left", response_id)

    async def _credit(self, request: Request) -> Response:
        """A reader wants what is held for it. SSE flows one way: this is the way back."""
        stored = await self._owned(request)
        credit = self._credits.get((stored.response.id, request.path_params["reader"]))
        if credit is None:
            raise HTTPException(404, "nobody of that name reads here")
        credit.allow(1)
        return Response(status_code=204)

    def _bearer(self, request: Request, *roles: str) -> Bearer:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        bearer = self._desk.tokens.bearer(token) if scheme.lower() == "bearer" else None
        if bearer is None:
            raise HTTPException(401, "a good token is needed: Authorization: Bearer ...")
        if bearer.role not in roles:
            raise HTTPException(403, f"this is not for the role {bearer.role}")
        return bearer

    async def _owned(self, request: Request) -> Stored:
        return await self._known(request, self._bearer(request, OWNER))

    async def _known(self, request: Request, bearer: Bearer) -> Stored:
        stored = await self._desk.journal.load(_plain_id(request.path_params["response"]))
        if stored is None or (bearer.role == OWNER and stored.owner != bearer.name):
            raise HTTPException(404, "there is no response of that id")
        return stored


def _start(request: Request, stored: Stored) -> int:
    """The first number this client lacks; a number that the response never had means: all."""
    named = request.headers.get("last-event-id", "")
    start = int(named) + 1 if re.fullmatch("[0-9]{1,9}", named, re.ASCII) else 0
    return 0 if start > stored.next_seq else start


def _plain_id(said: str) -> str:
    if re.fullmatch(r"[a-z0-9-]{1,64}", said):
        return said
    raise HTTPException(404, "there is nothing of that id")


def _object(body: bytes) -> object:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise HTTPException(400, "the body must be JSON") from None


async def _unavailable(request: Request, error: Exception) -> Response:
    assert isinstance(error, Unavailable)
    message = f"the {error.service} cannot be reached now; try again"
    return JSONResponse({"error": message, "missing": error.service}, status_code=503)


async def _refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, status_code=error.status_code)


async def _conflict(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, status_code=409)
