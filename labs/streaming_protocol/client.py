"""A client: talks to the endpoint over real HTTP, as a program outside would.

Knows the routes and the wire format, and nothing of what is behind them. A connection is read up
to a number that the reader names, so that how far it has read is never a matter of luck.
"""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import cast

import httpx
from httpx_sse import EventSource

from labs.protocol import Event, Json
from labs.streaming_protocol import wire

Body = dict[str, Json]


class Connection:
    """An open stream of one response's events."""

    def __init__(self, response_id: str, source: AsyncGenerator[Event | None, None]) -> None:
        self._id = response_id
        self._source = source

    async def through(self, seq: int) -> list[Event]:
        """The next events, up to the one with that number or the stream's end."""
        events: list[Event] = []
        async for event in self._source:
            events += [] if event is None else [event]
            if event is not None and event.seq >= seq:
                break
        return events

    async def until(self, kind: str) -> list[Event]:
        """The next events, up to one of that type or the stream's end."""
        events: list[Event] = []
        async for event in self._source:
            events += [] if event is None else [event]
            if event is not None and event.type == kind:
                break
        return events

    async def batch(self) -> list[Event]:
        """What one credit brings."""
        events: list[Event] = []
        async for event in self._source:
            if event is None:
                break
            events.append(event)
        return events

    async def rest(self) -> list[Event]:
        """All events to the stream's end."""
        return [event async for event in self._source if event is not None]


class Client:
    """Talks to the endpoint at `url` with a token."""

    def __init__(self, http: httpx.AsyncClient, url: str, token: str) -> None:
        self._http = http
        self._url = url
        self._headers = {"Authorization": f"Bearer {token}"}

    async def create(self, text: str, *, structured: bool = False) -> str:
        """Ask for a response; its id."""
        body: Body = {"text": text, "structured": structured}
        answer = await self.post("/responses", body)
        answer.raise_for_status()
        return str(answer.json()["response_id"])

    async def get(self, response_id: str) -> Body:
        """How a response stands."""
        answer = await self.read(f"/responses/{response_id}")
        answer.raise_for_status()
        return cast(Body, answer.json())

    async def stop(self, response_id: str) -> Body:
        """Click on Stop; what was told."""
        answer = await self.post(f"/responses/{response_id}/cancel")
        answer.raise_for_status()
        return cast(Body, answer.json())

    async def decide(self, approval: Body, *, granted: bool = True) -> int:
        """Click on an approval card's button; the HTTP status."""
        response_id = str(approval["operation_id"]).partition("/")[0]
        return await self.decide_for(response_id, approval, granted=granted)

    async def decide_for(self, response_id: str, approval: Body, *, granted: bool = True) -> int:
        """The same, for a response that continues another one."""
        body: Body = {"granted": granted, "payload_hash": approval["payload_hash"]}
        path = f"/responses/{response_id}/approvals/{approval['approval_id']}"
        return (await self.post(path, body)).status_code

    async def go_on(self, response_id: str) -> str | None:
        """Click on Continue; the new response's id, none if that cannot be done."""
        answer = await self.post(f"/responses/{response_id}/continue")
        if answer.status_code == httpx.codes.CONFLICT:
            return None
        answer.raise_for_status()
        return str(answer.json()["response_id"])

    async def credit(self, response_id: str, reader: str) -> bool:
        """Want what is held for that reader; `False` if its connection is gone."""
        answer = await self.post(f"/responses/{response_id}/readers/{reader}/credit")
        return answer.is_success

    async def read(self, path: str) -> httpx.Response:
        """GET that path."""
        return await self._http.get(f"{self._url}{path}", headers=self._headers)

    async def post(self, path: str, body: Body | None = None) -> httpx.Response:
        """POST to that path."""
        return await self._http.post(f"{self._url}{path}", headers=self._headers, json=body)

    @asynccontextmanager
    async def watch(
        self, response_id: str, after: int = -1, reader: str | None = None
    ) -> AsyncIterator[Connection]:
        """Connect to the events behind that number; leaving the block closes the connection.

        Raises:
            httpx.HTTPStatusError: the endpoint answered an error status.
        """
        headers = self._headers | ({"Last-Event-ID": str(after)} if after >= 0 else {})
        params = {} if reader is None else {"reader": reader}
        url = f"{self._url}/responses/{response_id}/events"
        async with self._http.stream("GET", url, headers=headers, params=params) as answer:
            answer.raise_for_status()
            async with aclosing(_events(response_id, answer)) as events:
                yield Connection(response_id, events)


async def _events(response_id: str, answer: httpx.Response) -> AsyncGenerator[Event | None, None]:
    """The events; None where a credit is used up."""
    if answer.status_code == httpx.codes.NO_CONTENT:
        return
    async for said in EventSource(answer).aiter_sse():
        if said.event == wire.ERROR:
            return
        if said.event == wire.CREDIT:
            yield None
        else:
            yield wire.event(response_id, int(said.id), said.event, said.data)
