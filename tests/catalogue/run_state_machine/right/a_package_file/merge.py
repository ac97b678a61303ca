from datetime import UTC, datetime

from . import AT_WORK, WINDOW


def should_merge(prev, now=None):
    if prev is None or prev.status not in AT_WORK:
        return False
    return (now or datetime.now(UTC)) - prev.created_at < WINDOW
