"""Day 3: the resume arithmetic of a reconnecting client.

The rule: the client names the number that it last received; it goes on at that plus one. If the
name is absent, empty, or anything but 1 to 9 ASCII digits, it starts at 0. The header is the
client's to forge, so nothing that it holds may raise.
"""

import re


def resume_from(last_event_id: str | None) -> int:
    """Return the number of the first fragment that the client still lacks."""
    # [0-9], not \d: to \d an Arabic digit is one too. fullmatch: to $ a final newline is no end.
    if last_event_id is None or not re.fullmatch("[0-9]{1,9}", last_event_id):
        return 0
    return int(last_event_id) + 1
