"""A click is a click, whatever waits."""

from labs.conversation import Decision, Resolution


def resolve(pending, event):
    if pending is None and not isinstance(event, Decision):
        return Resolution.UNCHANGED
    if isinstance(event, Decision):
        if pending is not None and event.proposal_id != pending.id:
            return Resolution.UNCHANGED
        return Resolution.APPROVED if event.approve else Resolution.REJECTED
    if event.final and event.turn_id != pending.turn_id:
        return Resolution.WITHDRAWN
    return Resolution.UNCHANGED
