"""A number is one digit."""


def resume_from(last_event_id):
    if last_event_id is None or last_event_id not in list("0123456789"):
        return 0
    return int(last_event_id) + 1
