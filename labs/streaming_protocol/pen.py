"""The pen: the writing end of one response, held by whoever generates it.

Knows the journal and the fold. Promises: one write after the other; whoever's attempt is no
longer the newest writes nothing more; a response ends once, and its record is written with it.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

from labs.protocol import Event, Json, Record, ResponseState
from labs.streaming_protocol.changes import changed, publish
from labs.streaming_protocol.desk import Desk
from labs.streaming_protocol.journal import Change, Stored
from labs.streaming_protocol.validator import valid

Decide = Callable[[Stored], Change | None]
"""What to write, as things stand; none if there is no reason to any more."""

PAGE = 200


class Lost(Exception):
    """The response is no longer ours to write: it has ended, or somebody else generates it."""


class Pen:
    """Writes one response, which we have claimed. `seen` is the response as it was seen last.

    `one_at_a_time` is for whoever asks first and writes then, so that nobody comes between.
    """

    def __init__(self, desk: Desk, claimed: Stored) -> None:
        self.seen = claimed
        self.state = ResponseState(claimed.response.id)
        self.one_at_a_time = asyncio.Lock()
        self._writing = asyncio.Lock()
        self._desk = desk
        self._attempt = claimed.attempt
        self._folded = 0

    async def catch_up(self) -> None:
        """Fold what those have written who had the response before us."""
        async with self._writing:
            await self._catch_up()

    async def renew(self) -> None:
        """Put off the time at which our claim lapses, and see what others have written.

        Raises:
            Lost: it is no longer ours.
        """
        await self.change(self._renewed)

    def _renewed(self, seen: Stored) -> Change:
        deadline = self._desk.clock.now() + self._desk.habits.lease
        return Change(replace(seen, deadline=deadline, version=seen.version + 1))

    async def change(self, decide: Decide) -> bool:
        """Write what is decided, as things stand then; whether anything was.

        Raises:
            Lost: it is no longer ours.
        """
        async with self._writing:
            self._require_ours()
            while (change := decide(self.seen)) is not None:
                if await self._desk.journal.write(change):
                    self.seen = change.after
                    await self._fold(change.events)
                    await publish(self._desk, change)
                    return True
                await self._refresh()
        return False

    async def refresh(self) -> None:
        """See what others have written: a Stop, a decision.

        Raises:
            Lost: it is no longer ours.
        """
        async with self._writing:
            await self._refresh()

    async def end(self, kind: str, data: dict[str, Json]) -> None:
        """Write the terminal event and the record together.

        Raises:
            Lost: it is no longer ours.
        """
        async with self._writing:
            self._require_ours()
            await self._end(kind, data)

    async def _end(self, kind: str, data: dict[str, Json]) -> None:
        while True:
            if kind == "response.completed" and self.seen.stopped_at is not None:
                kind, data = "response.cancelled", {"reason": "stopped"}
            change = changed(self.seen, self._desk.clock.now(), [(kind, data)])
            state = await self._desk.parts.fold(self.state, change.events)
            record, fits = await self._record(state)
            if kind == "response.completed" and not fits:
                # What was promised as data and is none is no answer.
                kind, data = "response.failed", {"reason": "invalid_output"}
                continue
            status = kind.removeprefix("response.")
            change = replace(change, after=_ended(change.after, status, record, self._desk))
            if await self._desk.journal.write(change):
                self.seen, self.state = change.after, state
                self._ended(status, record)
                await publish(self._desk, change)
                return
            await self._refresh()

    async def _record(self, state: ResponseState) -> tuple[Record | None, bool]:
        """The record, and whether it is what it should be."""
        structured = self.seen.structured
        try:
            record = await self._desk.parts.to_record(state, structured)
        except ValueError:
            return None, False
        if not structured or record.payload is None:
            return record, not structured or record.kind != "final"
        self._desk.report("validator", "validates", state.response_id)
        return record, valid(record.payload)

    def _ended(self, status: str, record: Record | None) -> None:
        response_id = self.seen.response.id
        kind = "no record" if record is None else record.kind
        self._desk.report("pen", "ended", response_id, seq=self.seen.next_seq - 1, detail=status)
        self._desk.report("pen", "record", response_id, detail=kind)
        figures, now = self._desk.figures, self._desk.clock.now()
        figures.count("responses", status)
        figures.time("response_seconds", now - self.seen.created_at)
        if self.seen.stopped_at is not None:
            figures.time("cancel_seconds", now - self.seen.stopped_at)

    async def _refresh(self) -> None:
        found = await self._desk.journal.load(self.seen.response.id)
        assert found is not None  # responses are never deleted
        self.seen = found
        self._require_ours()
        await self._catch_up()

    def _require_ours(self) -> None:
        if self.seen.attempt != self._attempt or self.seen.ended_at is not None:
            self._desk.report("pen", "lost", self.seen.response.id)
            raise Lost

    async def _catch_up(self) -> None:
        while self._folded < self.seen.next_seq:
            response_id = self.seen.response.id
            page = await self._desk.journal.events(response_id, self._folded, PAGE)
            await self._fold(page)

    async def _fold(self, events: Sequence[Event]) -> None:
        if events:
            self.state = await self._desk.parts.fold(self.state, events)
            self._folded = events[-1].seq + 1


def _ended(after: Stored, status: str, record: Record | None, desk: Desk) -> Stored:
    response = replace(after.response, status=status)
    return replace(after, response=response, ended_at=desk.clock.now(), record=record)
