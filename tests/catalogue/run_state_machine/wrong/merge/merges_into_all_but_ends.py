"""What has not ended is at work."""

from datetime import UTC, datetime

from labs.runs import MERGE_WINDOW, RunStatus


def should_merge(prev, now=None):
    if prev is None or prev.status in (RunStatus.DONE, RunStatus.FAILED, RunStatus.CANCELLED):
        return False
    now = now or datetime.now(UTC)
    return now - prev.created_at < MERGE_WINDOW
