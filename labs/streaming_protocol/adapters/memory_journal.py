"""The journal in one process: what Postgres does for us, written out.

Knows the words of the lab. Promises: every method first gives up the loop, as a database across a
network does, and then acts without awaiting: whole, and alone.
"""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from labs.protocol import Event
from labs.streaming_protocol.journal import Asked, Change, Line, Stored


class MemoryJournal:
    """A journal that lives and dies with its process."""

    def __init__(self) -> None:
        self._responses: dict[str, Stored] = {}
        self._events: defaultdict[str, list[Event]] = defaultdict(list)
        self._lines: defaultdict[str, list[Line]] = defaultdict(list)
        self._asked: dict[str, Asked] = {}

    async def create(self, stored: Stored) -> bool:
        """Add a response; `False` if its id is taken."""
        await asyncio.sleep(0)
        return self._responses.setdefault(stored.response.id, stored) is stored

    async def load(self, response_id: str) -> Stored | None:
        """The response, or none."""
        await asyncio.sleep(0)
        return self._responses.get(response_id)

    async def write(self, change: Change) -> bool:
        """Do all of it if the version is still the one before `change.after`'s; else nothing."""
        await asyncio.sleep(0)
        after = change.after
        known = self._responses.get(after.response.id)
        if known is None or known.version != after.version - 1:
            return False
        self._responses[after.response.id] = after
        self._events[after.response.id] += change.events
        self._lines[after.root] += change.lines
        self._asked |= {asked.approval.id: asked for asked in change.asked}
        return True

    async def events(self, response_id: str, start: int, limit: int) -> Sequence[Event]:
        """At most `limit` of the response's events from number `start` on, in order."""
        await asyncio.sleep(0)
        return [e for e in self._events.get(response_id, ()) if e.seq >= start][:limit]

    async def lines(self, root: str) -> Sequence[Line]:
        """The ledger's lines of all responses with that root, in the order of their writing."""
        await asyncio.sleep(0)
        return list(self._lines.get(root, ()))

    async def asked(self, approval_id: str) -> Asked | None:
        """The approval of that id."""
        await asyncio.sleep(0)
        return self._asked.get(approval_id)

    async def waiting(self, operation_id: str) -> Asked | None:
        """The newest approval that was asked for this operation."""
        await asyncio.sleep(0)
        found = [a for a in self._asked.values() if a.operation_id == operation_id]
        return found[-1] if found else None

    async def overdue(self, now: datetime) -> Sequence[str]:
        """Ids of the responses that have not ended and whose claims have lapsed at `now`."""
        await asyncio.sleep(0)
        open_ = [stored for stored in self._responses.values() if stored.ended_at is None]
        return [s.response.id for s in open_ if s.deadline is None or s.deadline <= now][:100]

    async def archive(self, before: datetime) -> int:
        """Drop the events of responses that ended before that time; how many responses."""
        await asyncio.sleep(0)
        old = [s for s in self._responses.values() if not s.archived and _ended(s, before)]
        for stored in old:
            response_id = stored.response.id
            self._events.pop(response_id, None)
            self._responses[response_id] = replace(
                stored, archived=True, version=stored.version + 1
            )
        return len(old)

    async def close(self) -> None:
        """Nothing to give back."""


def _ended(stored: Stored, before: datetime) -> bool:
    return stored.ended_at is not None and stored.ended_at < before
