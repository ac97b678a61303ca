"""The present moment is what the machine says."""

from datetime import UTC, datetime

from labs.runs import MERGE_WINDOW, RunStatus


def should_merge(prev, now=None):
    if prev is None or prev.status not in (RunStatus.RUNNING, RunStatus.STREAMING):
        return False
    return datetime.now(UTC) - prev.created_at < MERGE_WINDOW
