"""No time, no window."""

from datetime import UTC, datetime

from labs.runs import MERGE_WINDOW, RunStatus


def should_merge(prev, now=None):
    if prev is None or now is None or prev.status not in (RunStatus.RUNNING, RunStatus.STREAMING):
        return False
    return now - prev.created_at < MERGE_WINDOW
