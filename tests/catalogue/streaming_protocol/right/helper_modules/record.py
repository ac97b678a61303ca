from json import loads as payload_of

from kinds import ENDED
from labs.protocol import Record


def to_record(state, structured=False):
    if state.status not in ENDED:
        raise ValueError("no record of a response that goes on")
    done = state.status == "completed"
    text = state.final if done else state.draft
    payload = payload_of(text) if done and structured else None
    return Record(
        "final" if done else "incomplete", text, None if done else state.incomplete_reason, payload
    )
