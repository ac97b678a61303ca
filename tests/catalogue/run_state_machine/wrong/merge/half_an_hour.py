"""The window is thirty minutes."""

from datetime import UTC, datetime, timedelta

from labs.runs import RunStatus


def should_merge(prev, now=None):
    if prev is None or prev.status not in (RunStatus.RUNNING, RunStatus.STREAMING):
        return False
    now = now or datetime.now(UTC)
    return now - prev.created_at < timedelta(minutes=30)
