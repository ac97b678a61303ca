"""Whatever int accepts is a number, if it is not too large."""


def resume_from(last_event_id):
    try:
        number = int(last_event_id)
    except (TypeError, ValueError):
        return 0
    return number + 1 if 0 <= number <= 999_999_999 else 0
