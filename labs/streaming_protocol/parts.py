"""The six student-written parts, as the system sees them.

Knows the words of the lab. Awaitable, for they may run in another process.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from labs.protocol import Approval, Begin, Event, Json, Record, Response, ResponseState

Arguments = dict[str, Json]


class Ledger(Protocol):
    """What was begun and how it ended, in one line of responses."""

    async def begin(self, operation_id: str, fingerprint: str) -> tuple[Begin, Json]:
        """What to do about an operation, and its result if it has one."""

    async def finish(self, operation_id: str, result: Json) -> None:
        """Note how an operation ended."""


class Buffer(Protocol):
    """One connection's events that have not been sent."""

    async def put(self, events: Sequence[Event]) -> Sequence[int]:
        """Take the next events; how many are held after each."""

    async def take(self) -> Sequence[Event]:
        """Everything held, in order."""


class Parts(Protocol):
    """The six parts."""

    async def fold(self, state: ResponseState, events: Sequence[Event]) -> ResponseState:
        """The state after these events."""

    async def to_record(self, state: ResponseState, structured: bool) -> Record:
        """What is kept of a response that has ended.

        Raises:
            ValueError: it has not ended, or its structured text is no JSON.
        """

    async def cancel(self, response: Response) -> Response:
        """The response after a Stop."""

    async def ledger(self) -> Ledger:
        """A new, empty ledger."""

    async def payload_hash(self, tool: str, arguments: Arguments) -> str:
        """The fingerprint of what is to be done."""

    async def may_execute(
        self, approval: Approval | None, tool: str, arguments: Arguments, now: datetime
    ) -> bool:
        """Whether the approval allows this, at this time."""

    async def buffer(self, limit: int) -> Buffer:
        """A new buffer for a connection."""
