"""Decisions: what was proposed, and what is done about it.

Knows the approval rule and the ledger; nothing of what is shown. The rule says what an event does
to the pending proposal; the ledger says whether somebody else was first. Only what the ledger has
taken as approved is ever done, and it is done once.
"""

from collections.abc import Awaitable, Callable

from labs.conversation import Decision, Proposal, Resolution, Speech, ToolPhase, ToolRun
from labs.interruptible_conversation.agent import COOPERATIVE
from labs.interruptible_conversation.desk import Desk, Message
from labs.interruptible_conversation.ledger import Arguments, Entry


class Decisions:
    """The proposals of one conversation. `tell` shows; `start` runs what has been approved."""

    def __init__(
        self,
        desk: Desk,
        conversation_id: str,
        tell: Callable[[Message], Awaitable[None]],
        start: Callable[[Entry], None],
    ) -> None:
        self._desk = desk
        self._id = conversation_id
        self._tell = tell
        self._start = start

    async def propose(self, turn_id: str, action: str, arguments: Arguments) -> None:
        """Ask to be allowed; while another proposal waits, nothing is asked."""
        proposal = Proposal(self._desk.new_id("proposal"), turn_id, action, arguments)
        if await self._desk.ledger.propose(self._id, proposal):
            self._desk.report("decisions", "proposed", proposal.id, told(proposal))
            await self._tell({"type": "proposal", **as_message(proposal)})
        else:
            self._desk.report("decisions", "refused", proposal.id, "another proposal waits")

    async def on(self, event: Speech | Decision) -> None:
        """Something was said or decided: what does it do to the proposal that waits?"""
        pending = await self._desk.ledger.pending(self._id)
        resolution = await self._desk.parts.resolve(pending, event)
        if pending is None or resolution == Resolution.UNCHANGED:
            if isinstance(event, Decision):
                why = "nothing waits" if pending is None else "another proposal waits"
                self._desk.report("decisions", "refused", event.proposal_id, why)
            return
        if not await self._settled(pending, resolution):
            self._desk.report("decisions", "refused", pending.id, "somebody else was first")
            return
        self._desk.report("decisions", str(resolution), pending.id, told(pending))
        said = {"type": "resolved", "proposal_id": pending.id, "resolution": str(resolution)}
        await self._tell(said)

    async def _settled(self, pending: Proposal, resolution: Resolution) -> bool:
        if resolution != Resolution.APPROVED:
            return await self._desk.ledger.resolve(pending.id, resolution)
        entry = new_entry(self._desk, self._id, pending.turn_id, pending.action, pending.arguments)
        if not await self._desk.ledger.approve(pending.id, entry):
            return False
        self._start(entry)
        return True


def new_entry(
    desk: Desk, conversation_id: str, turn_id: str, name: str, arguments: Arguments
) -> Entry:
    """A tool run that nobody has begun."""
    tool = ToolRun(desk.new_id("tool"), name, ToolPhase.WAITING, COOPERATIVE[name])
    return Entry(conversation_id, turn_id, tool, arguments)


def as_message(proposal: Proposal) -> Message:
    """The proposal as a client is shown it: exactly."""
    arguments = [[name, value] for name, value in proposal.arguments]
    return {
        "proposal_id": proposal.id,
        "turn_id": proposal.turn_id,
        "action": proposal.action,
        "arguments": arguments,
    }


def told(proposal: Proposal) -> str:
    """The proposal in one line: `update_ticket(ticket=14)`."""
    arguments = ", ".join(f"{name}={value}" for name, value in proposal.arguments)
    return f"{proposal.action}({arguments})"
