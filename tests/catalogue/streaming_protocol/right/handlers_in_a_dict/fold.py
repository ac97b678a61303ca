"""A function a type, found in a dict; each gives the fields that change."""

from dataclasses import fields, replace

from labs.protocol import ResponseState


def started(state, data):
    return {"status": "streaming"}


def delta(state, data):
    return {"draft": "".join((state.draft, data["text"]))}


def tool(word):
    def handler(state, data):
        operation_id = data["operation_id"]
        changes = {"tools": state.tools | {operation_id: word}}
        if state.approval is not None and state.approval["operation_id"] == operation_id:
            changes["approval"] = None
        return changes

    return handler


def approval(state, data):
    return {"approval": data.copy()}


def completed(state, data):
    return dict(status="completed", final=data["text"], approval=None)


def ended(word):
    return lambda state, data: dict(status=word, incomplete_reason=data["reason"], approval=None)


def snapshot(state, data):
    names = {field.name for field in fields(ResponseState)}
    return {name: value for name, value in data.items() if name in names}


HANDLERS = {
    "response.started": started,
    "output_text.delta": delta,
    "tool.started": tool("running"),
    "tool.completed": tool("completed"),
    "tool.failed": tool("failed"),
    "tool.cancelled": tool("cancelled"),
    "approval.required": approval,
    "snapshot": snapshot,
    "response.completed": completed,
    "response.cancelled": ended("cancelled"),
    "response.failed": ended("failed"),
}


def fold(state, event):
    if event.response_id != state.response_id or state.last_seq >= event.seq:
        return state
    if event.first_seq != state.last_seq + 1 and event.type != "snapshot":
        return replace(state, gap=True)
    changes = HANDLERS[event.type](state, event.data)
    if state.status in {"completed", "cancelled", "failed"}:
        changes = {"tools": changes.get("tools", state.tools)}
    changes["tools"] = dict(changes.get("tools", state.tools))
    return replace(state, last_seq=event.seq, gap=False, **changes)
