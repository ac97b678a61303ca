"""A function that makes the function."""

from labs.conversation import Decision, Resolution


def deciding(yes, no, gone, same):
    def resolve(pending, event):
        if not pending:
            return same
        if type(event) is Decision:
            named = event.proposal_id == pending.id
            return (no, yes)[event.approve] if named else same
        return gone if event.final and event.turn_id != pending.turn_id else same

    return resolve


resolve = deciding(
    Resolution.APPROVED, Resolution.REJECTED, Resolution.WITHDRAWN, Resolution.UNCHANGED
)
