"""A zone is decoration."""

from datetime import UTC, datetime

from labs.runs import MERGE_WINDOW, RunStatus


def should_merge(prev, now=None):
    if prev is None or prev.status not in (RunStatus.RUNNING, RunStatus.STREAMING):
        return False
    now = now or datetime.now(UTC)
    return now.replace(tzinfo=None) - prev.created_at.replace(tzinfo=None) < MERGE_WINDOW
