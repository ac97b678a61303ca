"""A year before the course or long after it is somebody's broken clock."""

from datetime import UTC, datetime

from labs.runs import MERGE_WINDOW, RunStatus


def should_merge(prev, now=None):
    if prev is None or prev.status not in (RunStatus.RUNNING, RunStatus.STREAMING):
        return False
    now = now or datetime.now(UTC)
    if not 2020 <= prev.created_at.year <= 2040:
        return False
    return now - prev.created_at < MERGE_WINDOW
