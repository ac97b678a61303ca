import json

from labs.protocol import Record


class NotYet(ValueError):
    pass


class NoJson(NotYet):
    def __init__(self, text):
        super().__init__(f"no JSON: {text[:20]!r}")


def to_record(state, structured):
    if state.status in {"pending", "streaming"}:
        raise NotYet(state.status)
    if state.status != "completed":
        return Record(
            payload=None,
            incomplete_reason=state.incomplete_reason,
            text=state.draft,
            kind="incomplete",
        )
    payload = None
    if structured:
        try:
            payload = json.JSONDecoder().decode(state.final)
        except json.JSONDecodeError:
            raise NoJson(state.final) from None
    return Record(kind="final", text=state.final, incomplete_reason=None, payload=payload)
