"""Another turn is another turn, final or not."""

from labs.conversation import Decision, Resolution


def resolve(pending, event):
    if pending is None:
        return Resolution.UNCHANGED
    if isinstance(event, Decision):
        if event.proposal_id != pending.id:
            return Resolution.UNCHANGED
        return Resolution.APPROVED if event.approve else Resolution.REJECTED
    if event.turn_id != pending.turn_id:
        return Resolution.WITHDRAWN
    return Resolution.UNCHANGED
