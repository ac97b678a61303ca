"""Day 8: the record: what is kept of a response, and what is not promoted to it.

The rule: completed: kind final, the final text (also where it is empty and the draft is not), no
reason; if structured, the payload is what `json.loads` makes of it, and what that refuses is a
ValueError; else no payload. Cancelled or failed: kind incomplete, the draft, the reason, and no
payload, even if the draft happens to parse. Any other status: ValueError. Nothing is changed.
"""

from labs.protocol import Record, ResponseState


def to_record(state: ResponseState, structured: bool) -> Record:
    """Return what is kept of a response that has ended.

    Raises:
        ValueError: it has not ended, or its structured text is no JSON.
    """
    # Naive: what is on the screen is the answer. About 8 lines.
    text = state.final or state.draft
    return Record("final", text, None, text if structured else None)
