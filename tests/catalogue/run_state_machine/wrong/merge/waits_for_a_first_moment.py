"""A run of this very instant is none yet."""

from datetime import UTC, datetime, timedelta

from labs.runs import MERGE_WINDOW, RunStatus


def should_merge(prev, now=None):
    if prev is None or prev.status not in (RunStatus.RUNNING, RunStatus.STREAMING):
        return False
    now = now or datetime.now(UTC)
    return timedelta(0) < now - prev.created_at < MERGE_WINDOW
