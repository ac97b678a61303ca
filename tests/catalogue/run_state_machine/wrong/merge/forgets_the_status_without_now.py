"""Where now is absent, only the age counts."""

from datetime import UTC, datetime

from labs.runs import MERGE_WINDOW, RunStatus


def should_merge(prev, now=None):
    if prev is None:
        return False
    if now is None:
        return datetime.now(UTC) - prev.created_at < MERGE_WINDOW
    at_work = prev.status in (RunStatus.RUNNING, RunStatus.STREAMING)
    return at_work and now - prev.created_at < MERGE_WINDOW
