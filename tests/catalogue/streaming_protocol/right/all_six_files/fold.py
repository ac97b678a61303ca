"""Works on a copy that may be changed, and makes a state of it at the end."""

from copy import deepcopy

from labs.protocol import ResponseState


def fold(state, event):
    new = deepcopy(vars(state))
    data = deepcopy(event.data)
    if event.response_id == state.response_id and event.seq > state.last_seq:
        if event.type == "snapshot" or event.first_seq == state.last_seq + 1:
            apply(new, event.type, data, state.status in ("completed", "cancelled", "failed"))
            new.update(last_seq=event.seq, gap=False)
        else:
            new["gap"] = True
    return ResponseState(**new)


def apply(new, kind, data, over):
    family, _, word = kind.partition(".")
    if family == "tool":
        new["tools"][data["operation_id"]] = {"started": "running"}.get(word, word)
        if new["approval"] is not None:
            if new["approval"]["operation_id"] == data["operation_id"] and not over:
                new["approval"] = None
    elif kind == "snapshot":
        names = ["tools"]
        if not over:
            names += ["draft", "status", "final", "incomplete_reason", "approval"]
        for name in names:
            new[name] = data[name]
    elif over:
        return
    elif kind == "approval.required":
        new["approval"] = data
    elif kind == "output_text.delta":
        new["draft"] += data["text"]
    elif word == "started":
        new["status"] = "streaming"
    else:
        new["status"] = word
        new["approval"] = None
        if word == "completed":
            new["final"] = data["text"]
        else:
            new["incomplete_reason"] = data["reason"]
