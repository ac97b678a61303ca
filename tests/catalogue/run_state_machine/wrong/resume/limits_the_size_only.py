"""Large numbers are cut, after they have been made."""

import re


def resume_from(last_event_id):
    if last_event_id is None or not re.fullmatch("[0-9]+", last_event_id):
        return 0
    return min(int(last_event_id), 999_999_999) + 1
