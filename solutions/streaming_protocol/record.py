"""Day 8: the record: what is kept of a response, and what is not promoted to it.

The rule: completed: kind final, the final text (also where it is empty and the draft is not), no
reason; if structured, the payload is what `json.loads` makes of it, and what that refuses is a
ValueError; else no payload. Cancelled or failed: kind incomplete, the draft, the reason, and no
payload, even if the draft happens to parse. Any other status: ValueError. Nothing is changed.
"""

import json

from labs.protocol import Record, ResponseState


def to_record(state: ResponseState, structured: bool) -> Record:
    """Return what is kept of a response that has ended.

    Raises:
        ValueError: it has not ended, or its structured text is no JSON.
    """
    if state.status == "completed":
        text = state.final or ""
        return Record("final", text, None, json.loads(text) if structured else None)
    if state.status in ("cancelled", "failed"):
        # A draft is never promoted: that it parses does not make it an answer.
        return Record("incomplete", state.draft, state.incomplete_reason, None)
    raise ValueError(f"a response that is {state.status} has no record yet")
