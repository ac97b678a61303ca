"""The five student-written parts, as the system sees them.

Knows the words of the lab. Awaitable, for they may run in another process.
"""

from collections.abc import Sequence
from typing import Protocol

from labs.conversation import (
    CancelNotice,
    Decision,
    Intent,
    Proposal,
    Resolution,
    Speech,
    ToolRun,
    Transcript,
)


class Turns(Protocol):
    """What one conversation's screen shows: one turn at a time."""

    async def begin(self, turn_id: str) -> bool:
        """Make it the current turn; whether it was new."""

    async def append(self, turn_id: str, text: str) -> bool:
        """Add text to that turn; whether it is the current one."""

    async def turn(self) -> str | None:
        """The current turn."""

    async def text(self) -> str:
        """The current turn's text so far."""


class Outbox(Protocol):
    """What was said in one conversation and not yet sent."""

    async def put(self, turn_id: str, text: str) -> bool:
        """Queue a text; `False` if it has to wait or its turn is over."""

    async def take(self) -> Sequence[tuple[str, str]]:
        """Everything held, as (turn, text)."""

    async def drop(self, turn_id: str) -> int:
        """Throw away that turn's texts; how many characters they were."""

    async def pending(self) -> int:
        """How many characters are held."""


class Intents(Protocol):
    """What one conversation's user may be taken to have said."""

    async def hear(self, transcript: Transcript) -> Intent | None:
        """The intent that this transcript settles."""


class Parts(Protocol):
    """The five parts."""

    async def turns(self) -> Turns:
        """A new screen."""

    async def outbox(self, limit: int) -> Outbox:
        """A new outbox."""

    async def intents(self) -> Intents:
        """A new gate."""

    async def resolve(self, pending: Proposal | None, event: Speech | Decision) -> Resolution:
        """What the event does to the pending proposal."""

    async def plan_cancel(self, tools: Sequence[ToolRun]) -> CancelNotice:
        """What becomes of the tools when the user says stop."""
