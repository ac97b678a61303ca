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
    return state.approval is not None and str(state.approval["operation_id"]).startswith(str(operation_id))
