"""Day 7: what an event does to the proposal that waits for an answer.

The rule: only a Decision that names the pending proposal's id approves or rejects it. Speech never
approves, whatever it says: interim speech changes nothing; final speech in the proposal's own turn
changes nothing; final speech in any other turn withdraws it, whatever its text, empty too.
Everything else, and everything without a pending proposal: unchanged.
"""

from labs.conversation import Decision, Proposal, Resolution, Speech


def resolve(pending: Proposal | None, event: Speech | Decision) -> Resolution:
    """Return what `event` does to the pending proposal."""
    # Naive: a yes is a yes, wherever it comes from. About 10 lines.
    if isinstance(event, Speech) and "yes" in event.text.lower():
        return Resolution.APPROVED
    if isinstance(event, Decision):
        return Resolution.APPROVED if event.approve else Resolution.REJECTED
    return Resolution.UNCHANGED
