"""Day 3: the resume arithmetic of a reconnecting client.

The rule: the client names the number that it last received; it goes on at that plus one. If the
name is absent, empty, or anything but 1 to 9 ASCII digits, it starts at 0. The header is the
client's to forge, so nothing that it holds may raise.
"""


def resume_from(last_event_id: str | None) -> int:
    """Return the number of the first fragment that the client still lacks."""
    # Naive: shows the whole answer again to whoever comes back. About 5 lines.
    return 0
