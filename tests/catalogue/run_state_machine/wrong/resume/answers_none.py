"""No header, no answer."""

import re


def resume_from(last_event_id):
    if last_event_id is not None and re.fullmatch("[0-9]{1,9}", last_event_id):
        return int(last_event_id) + 1
