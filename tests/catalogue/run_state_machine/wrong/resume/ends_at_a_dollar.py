"""A pattern's $ is the end of the text."""

import re


def resume_from(last_event_id):
    if last_event_id is None or not re.match("^[0-9]{1,9}$", last_event_id):
        return 0
    return int(last_event_id) + 1
