"""In a pattern, \\d is 0 to 9, and $ is the end."""

import re


def resume_from(last_event_id):
    if last_event_id is None or not re.match(r"^\d{1,9}$", last_event_id):
        return 0
    return int(last_event_id) + 1
