"""Only an absent header is not a number."""


def resume_from(last_event_id):
    if last_event_id is None:
        return 0
    return int(last_event_id) + 1
