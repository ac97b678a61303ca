"""A new client has received number 0."""

import re


def resume_from(last_event_id):
    named = last_event_id or "0"
    return int(named) + 1 if re.fullmatch("[0-9]{1,9}", named) else 0
