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
from typing import cast

from labs.protocol import TERMINAL, Event, Json, ResponseState

_TOOLS = {"tool.started": "running", "tool.completed": "completed"}
_TOOLS |= {"tool.failed": "failed", "tool.cancelled": "cancelled"}


def fold(state: ResponseState, event: Event) -> ResponseState:
    """Return the state after this event."""
    if event.response_id != state.response_id or event.seq <= state.last_seq:
        return state
    if event.type != "snapshot" and event.first_seq != state.last_seq + 1:
        return replace(state, gap=True)
    seen = replace(state, last_seq=event.seq, gap=False, tools=_tools(state, event))
    # An end is an end: what was decided there is not decided again.
    return seen if state.status in TERMINAL else _changed(seen, event)


def _tools(state: ResponseState, event: Event) -> dict[str, Json]:
    if event.type == "snapshot":
        return dict(cast(dict[str, Json], event.data["tools"]))
    if event.type in _TOOLS:
        return {**state.tools, str(event.data["operation_id"]): _TOOLS[event.type]}
    return dict(state.tools)


def _changed(state: ResponseState, event: Event) -> ResponseState:
    data = event.data
    match event.type:
        case "response.started":
            return replace(state, status="streaming")
        case "output_text.delta":
            return replace(state, draft=state.draft + str(data["text"]))
        case "approval.required":
            return replace(state, approval=data)
        case "response.completed":
            return replace(state, status="completed", final=str(data["text"]), approval=None)
        case "response.cancelled" | "response.failed":
            status, reason = event.type.removeprefix("response."), str(data["reason"])
            return replace(state, status=status, incomplete_reason=reason, approval=None)
        case "snapshot":
            return _replaced(state, data)
    # All others are a tool's.
    return replace(state, approval=None) if _waits_for(state, data["operation_id"]) else state


def _replaced(state: ResponseState, data: dict[str, Json]) -> ResponseState:
    return replace(
        state,
        draft=str(data["draft"]),
        status=str(data["status"]),
        final=cast(str | None, data["final"]),
        incomplete_reason=cast(str | None, data["incomplete_reason"]),
        approval=cast(dict[str, Json] | None, data["approval"]),
    )


def _waits_for(state: ResponseState, operation_id: Json) -> bool:
    return state.approval is not None and state.approval["operation_id"] == operation_id
