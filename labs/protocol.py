"""The words of the third lab: plain frozen data, no I/O.

Knows nothing of servers, tools or checks. Statuses are plain texts: pending, streaming, and for a
`Response` also cancelling; then one of the three that are terminal.
"""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
"""What JSON can say."""

TERMINAL = ("completed", "cancelled", "failed")
"""The statuses in which a response has ended."""


class Semantics(StrEnum):
    """What can be done about a tool once somebody wants it stopped."""

    BEFORE_START = "before_start"
    COOPERATIVE = "cooperative"
    NEVER_AFTER_COMMIT = "never_after_commit"
    COMPENSATABLE = "compensatable"


class ToolPhase(StrEnum):
    """How far a tool's run has come. `committed`: it is finished, whatever it was."""

    WAITING = "waiting"
    RUNNING = "running"
    CANCELLING = "cancelling"
    CANCELLED = "cancelled"
    FAILED = "failed"
    COMMITTED = "committed"


class Begin(StrEnum):
    """What the ledger says to whoever wants to begin an operation."""

    NEW = "new"
    DONE = "done"
    IN_DOUBT = "in_doubt"
    CONFLICT = "conflict"


@dataclass(frozen=True)
class Event:
    """One typed event of a response. `at` is aware and in UTC.

    `first_seq` equals `seq` unless the event stands for several, from `first_seq` to `seq`.
    """

    response_id: str
    seq: int
    at: datetime
    type: str
    data: dict[str, Json]
    first_seq: int


@dataclass(frozen=True)
class ResponseState:
    """What a client knows of a response, folded from its events.

    `tools` says, by operation id, how each tool stands. `gap`: something is missing; ask again.
    """

    response_id: str
    last_seq: int = -1
    status: str = "pending"
    draft: str = ""
    final: str | None = None
    incomplete_reason: str | None = None
    tools: dict[str, Json] = field(default_factory=dict)
    approval: dict[str, Json] | None = None
    gap: bool = False


@dataclass(frozen=True)
class Record:
    """What is kept of a response. `kind` is final or incomplete; `payload` what was structured."""

    kind: str
    text: str
    incomplete_reason: str | None
    payload: Json


@dataclass(frozen=True)
class ToolRun:
    """One use of a tool in a response."""

    operation_id: str
    name: str
    phase: ToolPhase
    semantics: Semantics


@dataclass(frozen=True)
class Response:
    """A response as its server holds it."""

    id: str
    status: str
    tools: tuple[ToolRun, ...]


@dataclass(frozen=True)
class Approval:
    """The permission to do one thing exactly, once, and not for ever. `expires_at` is aware."""

    id: str
    payload_hash: str
    granted: bool
    expires_at: datetime
    used: bool
