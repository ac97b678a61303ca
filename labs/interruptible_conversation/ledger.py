"""The ledger: the port to what was proposed, approved and done, and what it does not promise.

Knows the words of the lab. What is shown may be forgotten; what is decided stands here. Each
write is one conditional update: it happens whole or answers that it did not, and then somebody
moved first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from labs.conversation import Proposal, Resolution, ToolPhase, ToolRun

Arguments = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Entry:
    """One use of a tool. `stopped`: it was stopped before it had done anything."""

    conversation_id: str
    turn_id: str
    tool: ToolRun
    arguments: Arguments
    stopped: bool = False

    @property
    def at_work(self) -> bool:
        """Whether it may still do something."""
        return not self.stopped and self.tool.phase != ToolPhase.COMMITTED


class Ledger(Protocol):
    """Remembers proposals and tool runs.

    Every method may raise `Unavailable`, and `ValueError` for a text that cannot be stored: one
    with U+0000 or half of a surrogate pair.
    """

    async def propose(self, conversation_id: str, proposal: Proposal) -> bool:
        """Add a proposal; `False` if one is pending in the conversation."""

    async def pending(self, conversation_id: str) -> Proposal | None:
        """The proposal that waits for an answer."""

    async def resolve(self, proposal_id: str, resolution: Resolution) -> bool:
        """Settle the proposal, other than by approving it, if it is still pending."""

    async def approve(self, proposal_id: str, entry: Entry) -> bool:
        """Settle the proposal as approved and add what it allows, in one; if it is pending."""

    async def add(self, entry: Entry) -> bool:
        """Add a tool run; `False` if its id is taken."""

    async def move(self, tool_id: str, expected: ToolPhase, target: ToolPhase) -> bool:
        """Change the run's phase, if it is as expected and has not been stopped."""

    async def stop(self, tool_id: str, expected: ToolPhase) -> bool:
        """Mark the run as stopped, if its phase is as expected."""

    async def entries(self, conversation_id: str) -> Sequence[Entry]:
        """The conversation's tool runs, in the order in which they were added."""

    async def resolutions(self, conversation_id: str) -> Sequence[tuple[Proposal, str]]:
        """The conversation's proposals in order, and what became of each; "" while it waits."""

    async def close(self) -> None:
        """Give back every connection."""


def refuse_unstorable(*texts: str) -> None:
    """Raise ValueError for what Postgres cannot keep as text: U+0000 and lone surrogates."""
    for text in texts:
        if "\0" in text:
            raise ValueError("a text with U+0000 cannot be stored")
        text.encode()
