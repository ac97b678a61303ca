"""Answers in the form in which it was asked."""

import re


def resume_from(last_event_id):
    if last_event_id is None or not re.fullmatch("[0-9]{1,9}", last_event_id):
        return 0
    return str(int(last_event_id) + 1)
