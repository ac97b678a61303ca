"""A number does not begin with 0."""

import re


def resume_from(last_event_id):
    if last_event_id is None or not re.fullmatch("0|[1-9][0-9]{0,8}", last_event_id):
        return 0
    return int(last_event_id) + 1
