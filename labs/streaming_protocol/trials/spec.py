"""The fold, written down as plainly as can be: a line of the contract's table after the other."""

from dataclasses import fields, replace
from typing import cast

from labs.protocol import Event, Json, ResponseState

TOOLS = {
    "tool.started": "running",
    "tool.completed": "completed",
    "tool.failed": "failed",
    "tool.cancelled": "cancelled",
}
SNAPSHOT = ("draft", "status", "final", "incomplete_reason", "tools", "approval")
_AFTER_THE_END = ("tools", "last_seq", "gap")


def fold(state: ResponseState, event: Event) -> ResponseState:
    """Unchanged, or a gap, or applied; after the end only some of what was applied counts."""
    if event.response_id != state.response_id or event.seq <= state.last_seq:
        return state
    if event.type != "snapshot" and event.first_seq != state.last_seq + 1:
        return replace(state, gap=True)
    applied = replace(changed(state, event), last_seq=event.seq, gap=False)
    if state.status not in ("completed", "cancelled", "failed"):
        return applied
    now = {field.name: getattr(applied, field.name) for field in fields(applied)}
    return replace(state, **{name: now[name] for name in _AFTER_THE_END})


def changed(state: ResponseState, event: Event) -> ResponseState:
    """What an event changes in an open response, but for last_seq and gap."""
    data, text, reason = event.data, event.data.get("text"), event.data.get("reason")
    if event.type == "response.started":
        return replace(state, status="streaming")
    if event.type == "output_text.delta":
        return replace(state, draft=state.draft + str(text))
    if event.type in TOOLS:
        return _tool(state, str(data["operation_id"]), TOOLS[event.type])
    if event.type == "approval.required":
        return replace(state, approval=data)
    if event.type == "snapshot":
        return replace(state, **{name: data[name] for name in SNAPSHOT})  # type: ignore[arg-type]
    if event.type == "response.completed":
        return replace(state, status="completed", final=str(text), approval=None)
    status = event.type.removeprefix("response.")
    return replace(state, status=status, incomplete_reason=str(reason), approval=None)


def _tool(state: ResponseState, operation_id: str, stands: str) -> ResponseState:
    waiting = state.approval
    is_its = waiting is not None and waiting["operation_id"] == operation_id
    tools = cast(dict[str, Json], {**state.tools, operation_id: stands})
    return replace(state, tools=tools, approval=None if is_its else waiting)
