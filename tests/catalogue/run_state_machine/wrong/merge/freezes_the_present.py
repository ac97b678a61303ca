"""The present moment is when the file is read."""

from datetime import UTC, datetime

from labs.runs import MERGE_WINDOW, RunStatus

PRESENT = datetime(2024, 1, 1, tzinfo=UTC)


def should_merge(prev, now=None):
    if prev is None or prev.status not in (RunStatus.RUNNING, RunStatus.STREAMING):
        return False
    return (now or PRESENT) - prev.created_at < MERGE_WINDOW
