"""Where now is absent it asks the run for its zone, and there may be no run."""

from datetime import datetime

from labs.runs import MERGE_WINDOW, RunStatus


def should_merge(prev, now=None):
    if now is None:
        now = datetime.now(tz=prev.created_at.tzinfo)
    if prev is None or prev.status not in (RunStatus.RUNNING, RunStatus.STREAMING):
        return False
    return now - prev.created_at < MERGE_WINDOW
