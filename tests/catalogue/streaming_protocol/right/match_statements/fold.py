from dataclasses import replace


def fold(state, event):
    if event.response_id != state.response_id:
        return state
    if event.seq <= state.last_seq:
        return state
    match event.type, event.first_seq - state.last_seq:
        case ("snapshot", _) | (_, 1):
            pass
        case _:
            return replace(state, gap=True)
    tools, approval = dict(state.tools), state.approval
    new = {}
    match event.type, event.data:
        case "response.started", _:
            new["status"] = "streaming"
        case "output_text.delta", {"text": text}:
            new["draft"] = state.draft + text
        case ("tool.started" | "tool.completed" | "tool.failed" | "tool.cancelled") as kind, {
            "operation_id": operation_id
        }:
            word = kind.split(".")[1]
            tools[operation_id] = "running" if word == "started" else word
            if approval and approval["operation_id"] == operation_id:
                new["approval"] = None
        case "approval.required", data:
            new["approval"] = dict(data)
        case "response.completed", {"text": text}:
            new = {"status": "completed", "final": text, "approval": None}
        case "response.cancelled" | "response.failed", {"reason": reason}:
            status = event.type.split(".")[1]
            new = {"status": status, "incomplete_reason": reason, "approval": None}
        case "snapshot", {"tools": tools, **rest}:
            new = dict(rest)
    if state.status in ("completed", "cancelled", "failed"):
        new = {}
    return replace(state, **{**new, "tools": dict(tools), "last_seq": event.seq, "gap": False})
