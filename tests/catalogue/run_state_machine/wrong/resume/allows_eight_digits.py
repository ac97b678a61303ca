"""Counts the digits one too short."""

import re


def resume_from(last_event_id):
    if (
        last_event_id is None
        or len(last_event_id) >= 9
        or not re.fullmatch("[0-9]+", last_event_id)
    ):
        return 0
    return int(last_event_id) + 1
