"""A click is a click."""

from labs.conversation import Decision, Resolution


def resolve(pending, event):
    if pending is None:
        return Resolution.UNCHANGED
    if isinstance(event, Decision):
        return Resolution.APPROVED if event.approve else Resolution.REJECTED
    if event.final and event.turn_id != pending.turn_id:
        return Resolution.WITHDRAWN
    return Resolution.UNCHANGED
