"""A pattern that may say \\d, because it says which."""

import re


def resume_from(last_event_id: str | None) -> int:
    found = re.fullmatch(r"(?a:\d){1,9}", last_event_id or "")
    return 0 if found is None else int(found[0]) + True
