"""No change, no answer."""

from labs.conversation import Decision, Resolution


def resolve(pending, event):
    if pending is None:
        return None
    if isinstance(event, Decision):
        if event.proposal_id != pending.id:
            return None
        return Resolution.APPROVED if event.approve else Resolution.REJECTED
    if event.final and event.turn_id != pending.turn_id:
        return Resolution.WITHDRAWN
    return None
