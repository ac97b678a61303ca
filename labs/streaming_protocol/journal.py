"""The journal: the port to all that is kept of a response, and what it does not promise.

Knows the words of the lab. A response changes in one way only: `write` compares the version that
the caller saw, and then the new state, its events, the lines of the ledger and the approvals are
there together, or nothing is. So a crash finds everything before a step or everything behind it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from labs.protocol import Approval, Event, Json, Record, Response
from labs.streaming_protocol.parts import Arguments


@dataclass(frozen=True)
class Stored:
    """A response as the journal holds it.

    `root` is the first response of a line of continued ones: their operation ids begin with it.
    `start` is where in the agent's script this one began, `position` how far it has come.
    `worker` generates it, until `deadline` at least; `attempt` numbers the workers that it had: a
    late one sees by it that somebody else goes on. `version` counts the writes. `archived`: its
    events have gone, after the retention time; its record stays. `continued_as`: the response that
    goes on from it; there is one at most.
    """

    response: Response
    root: str
    owner: str
    text: str
    structured: bool
    created_at: datetime
    start: int = 0
    position: int = 0
    next_seq: int = 0
    worker: str = ""
    deadline: datetime | None = None
    attempt: int = 0
    version: int = 0
    stopped_at: datetime | None = None
    ended_at: datetime | None = None
    record: Record | None = None
    archived: bool = False
    continued_as: str | None = None


@dataclass(frozen=True)
class Begun:
    """A line of the ledger: an operation was begun with that fingerprint."""

    operation_id: str
    fingerprint: str


@dataclass(frozen=True)
class Finished:
    """A line of the ledger: an operation ended with that result."""

    operation_id: str
    result: Json


Line = Begun | Finished


@dataclass(frozen=True)
class Asked:
    """An approval, and what it was asked for. `decided`: somebody has clicked."""

    approval: Approval
    response_id: str
    operation_id: str
    tool: str
    arguments: Arguments
    decided: bool = False


@dataclass(frozen=True)
class Change:
    """What one write brings. `after` is the response afterwards; its version is one higher."""

    after: Stored
    events: tuple[Event, ...] = ()
    lines: tuple[Line, ...] = ()
    asked: tuple[Asked, ...] = ()


class Journal(Protocol):
    """Remembers responses, events, approvals and the ledger's lines.

    Every method may raise `Unavailable`. Texts hold no U+0000 and no lone surrogate: what comes
    from a client is looked at before.
    """

    async def create(self, stored: Stored) -> bool:
        """Add a response; `False` if its id is taken."""

    async def load(self, response_id: str) -> Stored | None:
        """The response, or none."""

    async def write(self, change: Change) -> bool:
        """Do all of it if the version is still the one before `change.after`'s; else nothing."""

    async def events(self, response_id: str, start: int, limit: int) -> Sequence[Event]:
        """At most `limit` of the response's events from number `start` on, in order."""

    async def lines(self, root: str) -> Sequence[Line]:
        """The ledger's lines of all responses with that root, in the order of their writing."""

    async def asked(self, approval_id: str) -> Asked | None:
        """The approval of that id."""

    async def waiting(self, operation_id: str) -> Asked | None:
        """The newest approval that was asked for this operation."""

    async def overdue(self, now: datetime) -> Sequence[str]:
        """Ids of the responses that have not ended and whose claims have lapsed at `now`.

        The oldest 100; the others' turn comes with the next call.
        """

    async def archive(self, before: datetime) -> int:
        """Drop the events of responses that ended before that time; how many responses."""

    async def close(self) -> None:
        """Give back every connection."""
