"""Whatever int accepts is a number."""


def resume_from(last_event_id):
    try:
        return max(int(last_event_id) + 1, 0)
    except (TypeError, ValueError):
        return 0
