"""A client: sends messages and watches runs over real HTTP, as a program outside would.

Knows the routes and the wire format, and nothing of what is behind them.
"""

import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import cast

import httpx
from httpx_sse import EventSource


@dataclass(frozen=True)
class Event:
    """One event as it was received. `seq` is its id, `None` where it has none."""

    seq: int | None
    kind: str
    data: dict[str, object]

    @property
    def text(self) -> str:
        """The text it carries; empty for a kind that carries none."""
        return str(self.data.get("text", ""))


@dataclass(frozen=True)
class Accepted:
    """The gateway's answer to a message."""

    run_id: str
    merged: bool


class Client:
    """Talks to the gateway at `url`."""

    def __init__(self, http: httpx.AsyncClient, url: str) -> None:
        self._http = http
        self.url = url

    async def send(self, session: str, text: str) -> Accepted:
        """Send a message; the run that answers it."""
        url = f"{self.url}/sessions/{session}/messages"
        response = await self._http.post(url, json={"text": text})
        response.raise_for_status()
        body = response.json()
        return Accepted(run_id=str(body["run_id"]), merged=bool(body["merged"]))

    async def status(self, run_id: str) -> str:
        """The run's present status."""
        response = await self._http.get(f"{self.url}/runs/{run_id}")
        response.raise_for_status()
        return str(response.json()["status"])

    async def cancel(self, run_id: str) -> str:
        """Cancel the run; the status it has now."""
        response = await self._http.post(f"{self.url}/runs/{run_id}/cancel")
        response.raise_for_status()
        return str(response.json()["status"])

    @asynccontextmanager
    async def watch(
        self, run_id: str, last_event_id: str | None = None
    ) -> AsyncIterator[AsyncGenerator[Event, None]]:
        """Connect to the run's events; leaving the block closes the connection.

        Raises:
            httpx.HTTPStatusError: the gateway answered an error status.
        """
        headers = (
            {} if last_event_id is None else {b"Last-Event-ID": last_event_id.encode("latin-1")}
        )
        url = f"{self.url}/runs/{run_id}/events"
        async with self._http.stream("GET", url, headers=headers) as response:
            response.raise_for_status()
            yield _events(response)


async def _events(response: httpx.Response) -> AsyncGenerator[Event, None]:
    if response.status_code == httpx.codes.NO_CONTENT:
        return
    async for event in EventSource(response).aiter_sse():
        # `event.id` remembers the last id seen, as a browser does; an error has none of its own.
        seq = None if event.event == "error" else int(event.id)
        yield Event(seq, event.event, cast(dict[str, object], json.loads(event.data)))


@asynccontextmanager
async def http_client() -> AsyncIterator[httpx.AsyncClient]:
    """An HTTP client for loopback addresses: no proxy, no time limit, no certificates to load."""
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=20)
    async with httpx.AsyncClient(
        timeout=None, verify=False, trust_env=False, limits=limits
    ) as http:
        yield http
