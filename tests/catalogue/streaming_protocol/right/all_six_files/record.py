import json
from labs.protocol import Record


def to_record(s, structured):
    if s.status == "completed":
        return Record("final", s.final, None, structured and json.loads(s.final) if structured else None)
    if s.status not in ("cancelled", "failed"):
        raise ValueError
    return Record("incomplete", s.draft, s.incomplete_reason, None)
