"""Bytes, where a digit is a digit, and an exception for everything else."""


def resume_from(last_event_id):
    try:
        named = last_event_id.encode("ascii")
        assert named.isdigit() and len(named) <= 9
        return int(named) + 1
    except (AttributeError, UnicodeEncodeError, AssertionError):
        return 0
