"""No answer is no."""

from datetime import UTC, datetime

from labs.runs import MERGE_WINDOW, RunStatus


def should_merge(prev, now=None):
    if prev is not None and prev.status in (RunStatus.RUNNING, RunStatus.STREAMING):
        now = now or datetime.now(UTC)
        if now - prev.created_at < MERGE_WINDOW:
            return True
