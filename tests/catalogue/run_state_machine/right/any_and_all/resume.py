"""Asks forgiveness, then counts."""


def resume_from(last_event_id=None):
    if isinstance(last_event_id, str) and 1 <= len(last_event_id) <= 9:
        if all("0" <= c <= "9" for c in last_event_id):
            return -~int(last_event_id)
    return 0


if __name__ == "__main__":
    print(resume_from(input()))
