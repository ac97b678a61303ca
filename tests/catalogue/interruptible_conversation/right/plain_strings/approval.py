"""The answers are texts."""


def resolve(pending, event):
    if pending is None:
        return "unchanged"
    if hasattr(event, "approve"):
        if event.proposal_id == pending.id:
            return "approved" if event.approve else "rejected"
        return "unchanged"
    return "withdrawn" if event.final and pending.turn_id != event.turn_id else "unchanged"
