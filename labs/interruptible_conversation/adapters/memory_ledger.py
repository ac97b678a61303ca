"""The ledger in one process: what Postgres does for us, written out.

Knows the words of the lab. Promises: every method first gives up the loop, as a database across a
network does, and then acts without awaiting: whole, and alone.
"""

import asyncio
import itertools
from collections.abc import Sequence
from dataclasses import replace

from labs.conversation import Proposal, Resolution, ToolPhase
from labs.interruptible_conversation.ledger import Entry, refuse_unstorable


class MemoryLedger:
    """A ledger that lives and dies with its process."""

    def __init__(self) -> None:
        self._proposals: dict[str, tuple[str, Proposal, str]] = {}
        self._entries: dict[str, Entry] = {}

    async def propose(self, conversation_id: str, proposal: Proposal) -> bool:
        """Add a proposal; `False` if one is pending in the conversation."""
        await asyncio.sleep(0)
        refuse_unstorable(conversation_id, proposal.id, proposal.turn_id, proposal.action)
        refuse_unstorable(*itertools.chain(*proposal.arguments))
        if proposal.id in self._proposals or self._pending(conversation_id) is not None:
            return False
        self._proposals[proposal.id] = (conversation_id, proposal, "")
        return True

    async def pending(self, conversation_id: str) -> Proposal | None:
        """The proposal that waits for an answer."""
        await asyncio.sleep(0)
        refuse_unstorable(conversation_id)
        return self._pending(conversation_id)

    async def resolve(self, proposal_id: str, resolution: Resolution) -> bool:
        """Settle the proposal, other than by approving it, if it is still pending."""
        await asyncio.sleep(0)
        refuse_unstorable(proposal_id)
        return self._settle(proposal_id, resolution)

    async def approve(self, proposal_id: str, entry: Entry) -> bool:
        """Settle the proposal as approved and add what it allows, in one; if it is pending."""
        await asyncio.sleep(0)
        refuse_unstorable(proposal_id)
        refuse_unstorable(*_texts(entry))
        if entry.tool.id in self._entries or not self._settle(proposal_id, Resolution.APPROVED):
            return False
        self._entries[entry.tool.id] = entry
        return True

    async def add(self, entry: Entry) -> bool:
        """Add a tool run; `False` if its id is taken."""
        await asyncio.sleep(0)
        refuse_unstorable(*_texts(entry))
        if entry.tool.id in self._entries:
            return False
        self._entries[entry.tool.id] = entry
        return True

    async def move(self, tool_id: str, expected: ToolPhase, target: ToolPhase) -> bool:
        """Change the run's phase, if it is as expected and has not been stopped."""
        await asyncio.sleep(0)
        refuse_unstorable(tool_id)
        entry = self._entries.get(tool_id)
        if entry is None or entry.stopped or entry.tool.phase != expected:
            return False
        self._entries[tool_id] = replace(entry, tool=replace(entry.tool, phase=target))
        return True

    async def stop(self, tool_id: str, expected: ToolPhase) -> bool:
        """Mark the run as stopped, if its phase is as expected."""
        await asyncio.sleep(0)
        refuse_unstorable(tool_id)
        entry = self._entries.get(tool_id)
        if entry is None or entry.stopped or entry.tool.phase != expected:
            return False
        self._entries[tool_id] = replace(entry, stopped=True)
        return True

    async def entries(self, conversation_id: str) -> Sequence[Entry]:
        """The conversation's tool runs, in the order in which they were added."""
        await asyncio.sleep(0)
        refuse_unstorable(conversation_id)
        return [e for e in self._entries.values() if e.conversation_id == conversation_id]

    async def resolutions(self, conversation_id: str) -> Sequence[tuple[Proposal, str]]:
        """The conversation's proposals in order, and what became of each; "" while it waits."""
        await asyncio.sleep(0)
        refuse_unstorable(conversation_id)
        return [
            (p, said) for owner, p, said in self._proposals.values() if owner == conversation_id
        ]

    async def close(self) -> None:
        """Nothing to give back."""

    def _pending(self, conversation_id: str) -> Proposal | None:
        for owner, proposal, resolution in self._proposals.values():
            if owner == conversation_id and not resolution:
                return proposal
        return None

    def _settle(self, proposal_id: str, resolution: Resolution) -> bool:
        owner, proposal, settled = self._proposals.get(proposal_id, ("", None, "gone"))
        if proposal is None or settled:
            return False
        self._proposals[proposal_id] = (owner, proposal, str(resolution))
        return True


def _texts(entry: Entry) -> Sequence[str]:
    ids = (entry.conversation_id, entry.turn_id, entry.tool.id, entry.tool.name)
    return (*ids, *itertools.chain(*entry.arguments))
