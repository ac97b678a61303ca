"""What the client names is a number."""


def resume_from(last_event_id):
    return int(last_event_id)
