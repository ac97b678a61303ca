"""At work means running."""

from datetime import UTC, datetime

from labs.runs import MERGE_WINDOW, RunStatus


def should_merge(prev, now=None):
    if prev is None or prev.status not in (RunStatus.RUNNING,):
        return False
    now = now or datetime.now(UTC)
    return now - prev.created_at < MERGE_WINDOW
