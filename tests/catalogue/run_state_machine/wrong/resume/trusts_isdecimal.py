"""A decimal digit is 0 to 9."""


def resume_from(last_event_id):
    if last_event_id is None or not last_event_id.isdecimal() or len(last_event_id) > 9:
        return 0
    return int(last_event_id) + 1
