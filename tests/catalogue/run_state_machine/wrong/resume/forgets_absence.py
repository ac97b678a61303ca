"""There is always a header."""

import re


def resume_from(last_event_id):
    if not re.fullmatch("[0-9]{1,9}", last_event_id):
        return 0
    return int(last_event_id) + 1
