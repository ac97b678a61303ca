"""Who opens his mouth has moved on."""

from labs.conversation import Decision, Resolution


def resolve(pending, event):
    if pending is None:
        return Resolution.UNCHANGED
    if isinstance(event, Decision):
        if event.proposal_id != pending.id:
            return Resolution.UNCHANGED
        return Resolution.APPROVED if event.approve else Resolution.REJECTED
    return Resolution.WITHDRAWN
