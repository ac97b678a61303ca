"""A function for each kind of event."""

from functools import singledispatch

from labs.conversation import Decision, Proposal, Resolution, Speech


@singledispatch
def judged(event, pending) -> Resolution:
    raise TypeError(event)


@judged.register
def _(event: Decision, pending) -> Resolution:
    if event.proposal_id != pending.id:
        return Resolution["UNCHANGED"]
    return Resolution["APPROVED" if event.approve else "REJECTED"]


@judged.register
def _(event: Speech, pending) -> Resolution:
    moved_on = event.final and event.turn_id != pending.turn_id
    return Resolution["WITHDRAWN" if moved_on else "UNCHANGED"]


def resolve(pending: Proposal | None, event: Speech | Decision) -> Resolution:
    try:
        return judged(event, pending)
    except AttributeError:  # nothing is pending
        return Resolution.UNCHANGED
