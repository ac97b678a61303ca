"""The names of the answers, in capitals."""

from labs.conversation import Decision, Resolution


def resolved(pending, event):
    if pending is None:
        return Resolution.UNCHANGED
    if isinstance(event, Decision):
        if event.proposal_id != pending.id:
            return Resolution.UNCHANGED
        return Resolution.APPROVED if event.approve else Resolution.REJECTED
    if event.final and event.turn_id != pending.turn_id:
        return Resolution.WITHDRAWN
    return Resolution.UNCHANGED


def resolve(pending, event):
    return resolved(pending, event).name
