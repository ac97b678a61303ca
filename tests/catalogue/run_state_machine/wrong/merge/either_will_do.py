"""At work, or young enough."""

from datetime import UTC, datetime

from labs.runs import MERGE_WINDOW, RunStatus


def should_merge(prev, now=None):
    if prev is None:
        return False
    now = now or datetime.now(UTC)
    at_work = prev.status in (RunStatus.RUNNING, RunStatus.STREAMING)
    return at_work or now - prev.created_at < MERGE_WINDOW
