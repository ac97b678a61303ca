"""Approved or not."""

from labs.conversation import Decision


def resolve(pending, event):
    return (
        pending is not None
        and isinstance(event, Decision)
        and event.proposal_id == pending.id
        and event.approve
    )
