"""A client at work: connected to a run, reading what it is shown."""

import asyncio
from collections.abc import Iterable, Sequence

from labs.runtime.client import Client, Event
from labs.runtime.ports import DELTA, DONE, RERUN


class Watching:
    """Reads a run's events in a task of its own, from now on."""

    def __init__(self, client: Client, run_id: str, last_event_id: str | None = None) -> None:
        self.events: list[Event] = []
        self._news = asyncio.Event()
        self.task = asyncio.create_task(self._read(client, run_id, last_event_id))

    async def _read(self, client: Client, run_id: str, last_event_id: str | None) -> None:
        async with client.watch(run_id, last_event_id) as events:
            async for event in events:
                self.events.append(event)
                self._news.set()

    async def first(self, count: int) -> Sequence[Event]:
        """The first `count` events, as soon as they are here."""
        while len(self.events) < count:
            self._news.clear()
            await self._news.wait()
        return self.events[:count]

    async def rest(self) -> Sequence[Event]:
        """Every event, once the gateway has ended the stream."""
        await self.task
        return self.events

    async def leave(self) -> None:
        """Hang up."""
        self.task.cancel()
        await asyncio.wait([self.task])


def seqs(events: Iterable[Event]) -> list[int | None]:
    return [event.seq for event in events]


def shown(events: Iterable[Event]) -> str:
    """The text that a reader sees in the end."""
    text = ""
    for event in events:
        if event.kind in (RERUN, "snapshot"):
            text = ""
        if event.kind in (DELTA, "snapshot"):
            text += event.text
    return text


def assert_whole(events: Sequence[Event], text: str, status: str = "done", start: int = 0) -> None:
    """Everything from `start` on was shown, once and in order, and then the end."""
    assert seqs(events) == list(range(start, start + len(events)))
    assert [e.kind for e in events].count(DONE) == 1
    assert (events[-1].kind, events[-1].data) == (DONE, {"status": status})
    assert shown(events) == text
