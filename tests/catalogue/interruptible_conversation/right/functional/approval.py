"""One expression."""

from labs.conversation import Decision, Resolution

resolve = lambda pending, event: Resolution(  # noqa: E731
    "unchanged"
    if pending is None
    else ("unchanged", "rejected", "approved")[
        (event.proposal_id == pending.id) * (1 + event.approve)
    ]
    if isinstance(event, Decision)
    else ("unchanged", "withdrawn")[event.final and event.turn_id != pending.turn_id]
)
