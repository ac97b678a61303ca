"""The default is worked out once, as the file is loaded."""

from datetime import UTC, datetime

from labs.runs import MERGE_WINDOW, RunStatus


def should_merge(prev, now=datetime.now(UTC)):
    if prev is None or prev.status not in (RunStatus.RUNNING, RunStatus.STREAMING):
        return False
    return now - prev.created_at < MERGE_WINDOW
