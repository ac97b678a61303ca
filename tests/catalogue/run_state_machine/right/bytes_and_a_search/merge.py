"""Whole microseconds, so that nothing is rounded."""

from datetime import datetime, timedelta, timezone

MICROSECOND = timedelta(microseconds=1)
UTC = timezone(timedelta(0), "UTC")


def should_merge(prev, now=None):
    if not prev:
        return False
    age = ((now if now else datetime.now().astimezone(UTC)) - prev.created_at) // MICROSECOND
    return prev.status.value[:2] in ("ru", "st") and age < 30_000_000
