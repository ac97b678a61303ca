"""What isdigit accepts, int accepts."""


def resume_from(last_event_id):
    if last_event_id is None or not last_event_id.isdigit() or len(last_event_id) > 9:
        return 0
    return int(last_event_id) + 1
