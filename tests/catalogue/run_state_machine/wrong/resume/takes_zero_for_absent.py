""" "0" is falsy once it is a number."""

import re


def resume_from(last_event_id):
    if last_event_id is None or not re.fullmatch("[0-9]{1,9}", last_event_id):
        return 0
    number = int(last_event_id)
    return number + 1 if number else 0
