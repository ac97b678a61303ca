"""Day 8: the fold: what a client knows, from one event to the next.

The rule: another response's event, or one with `seq <= last_seq`: unchanged, the gap too. A
snapshot with a higher seq always applies, whatever its `first_seq`. Any other event applies if
`first_seq` is `last_seq + 1`; else (beyond it, or overlapping) nothing changes but `gap`, which
becomes true. Applied means: `last_seq` is the event's seq, `gap` is false, and the state is changed
as the table of types says. After a terminal status (one set by a snapshot too) only tools, last_seq
and gap change. Neither state nor event is changed in place; `tools` is a new dict.

response.started: status streaming. output_text.delta: its text joins the draft. tool.started,
tool.completed, tool.failed, tool.cancelled: tools[operation_id] is running, completed, failed,
cancelled, and an approval with that operation id is cleared. approval.required: approval is the
data. snapshot: its data replace draft, status, final, incomplete_reason, tools and approval.
response.completed: status completed, final is its text, no approval. response.cancelled,
response.failed: that status, incomplete_reason is its reason, no approval.
"""

from dataclasses import replace

from labs.protocol import Event, ResponseState


def fold(state: ResponseState, event: Event) -> ResponseState:
    """Return the state after this event."""
    # Naive: a stream is text and then an end. About 45 lines.
    data = event.data
    if event.type == "response.started":
        return replace(state, last_seq=event.seq, status="streaming")
    if event.type == "output_text.delta":
        return replace(state, last_seq=event.seq, draft=state.draft + str(data["text"]))
    if event.type == "response.completed":
        return replace(state, last_seq=event.seq, status="completed", final=str(data["text"]))
    return state
