import json

from labs.protocol import Record, ResponseState


def to_record(state: ResponseState, structured: bool) -> Record:
    """Return what is kept of a response that has ended.

    Raises:
        ValueError: it has not ended, or its structured text is no JSON.
    """
    if state.status == "completed":
        text = (state.final or "")[:4_096]
        return Record("final", text, None, json.loads(text) if structured else None)
    if state.status in ("cancelled", "failed"):
        # A draft is never promoted: that it parses does not make it an answer.
        return Record("incomplete", state.draft, state.incomplete_reason, None)
    raise ValueError(f"a response that is {state.status} has no record yet")
