"""Remembers headers too."""

import functools
import re

NUMBER = re.compile(r"\A[0-9]{1,9}\Z")


@functools.lru_cache(maxsize=128)
def resume_from(last_event_id: "str | None" = None, /) -> int:
    return int(last_event_id) + 1 if last_event_id and NUMBER.match(last_event_id) else 0
