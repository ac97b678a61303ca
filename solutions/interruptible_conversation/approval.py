"""Day 7: what an event does to the proposal that waits for an answer.

The rule: only a Decision that names the pending proposal's id approves or rejects it. Speech never
approves, whatever it says: interim speech changes nothing; final speech in the proposal's own turn
changes nothing; final speech in any other turn withdraws it, whatever its text, empty too.
Everything else, and everything without a pending proposal: unchanged.
"""

from labs.conversation import Decision, Proposal, Resolution, Speech


def resolve(pending: Proposal | None, event: Speech | Decision) -> Resolution:
    """Return what `event` does to the pending proposal."""
    if pending is None:
        return Resolution.UNCHANGED
    if isinstance(event, Decision):
        if event.proposal_id != pending.id:
            return Resolution.UNCHANGED
        return Resolution.APPROVED if event.approve else Resolution.REJECTED
    # Words are no signature; a new turn only says that the user has moved on.
    if event.final and event.turn_id != pending.turn_id:
        return Resolution.WITHDRAWN
    return Resolution.UNCHANGED
