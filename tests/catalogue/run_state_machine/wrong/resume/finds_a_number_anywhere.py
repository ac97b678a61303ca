"""A number anywhere is enough."""

import re


def resume_from(last_event_id):
    found = re.search("[0-9]{1,9}", last_event_id or "")
    return int(found.group()) + 1 if found else 0
