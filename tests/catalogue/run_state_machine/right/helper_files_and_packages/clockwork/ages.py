from datetime import datetime, timezone


def age(run, now):
    return ((now or datetime.now(tz=timezone.utc)) - run.created_at).total_seconds()
