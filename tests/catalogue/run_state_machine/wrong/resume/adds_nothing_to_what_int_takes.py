"""The number named is where to go on, and a minus is a number too."""


def resume_from(last_event_id):
    try:
        return int(last_event_id)
    except (TypeError, ValueError):
        return 0
