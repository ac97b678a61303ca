"""There is always a run before."""

from datetime import UTC, datetime

from labs.runs import MERGE_WINDOW, RunStatus


def should_merge(prev, now=None):
    now = now or datetime.now(UTC)
    at_work = prev.status in (RunStatus.RUNNING, RunStatus.STREAMING)
    return at_work and now - prev.created_at < MERGE_WINDOW
