"""A number may be as long as it likes."""


def resume_from(last_event_id):
    if not last_event_id or not last_event_id.isascii() or not last_event_id.isdigit():
        return 0
    return int(last_event_id) + 1
