"""The window is ten seconds."""

from datetime import UTC, datetime

from labs.runs import MERGE_WINDOW, RunStatus


def should_merge(prev, now=None):
    if prev is None or prev.status not in (RunStatus.RUNNING, RunStatus.STREAMING):
        return False
    now = now or datetime.now(UTC)
    return (now - prev.created_at).total_seconds() < 10
