"""Not this one, so none."""

from labs.conversation import Decision, Resolution


def resolve(pending, event):
    if pending is None:
        return Resolution.UNCHANGED
    if isinstance(event, Decision):
        if event.approve and event.proposal_id == pending.id:
            return Resolution.APPROVED
        return Resolution.REJECTED
    if event.final and event.turn_id != pending.turn_id:
        return Resolution.WITHDRAWN
    return Resolution.UNCHANGED
