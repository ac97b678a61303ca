"""The time of a run's beginning has a shorter name."""

from datetime import UTC, datetime

from labs.runs import MERGE_WINDOW, RunStatus


def should_merge(prev, now=None):
    if prev is None or prev.status not in (RunStatus.RUNNING, RunStatus.STREAMING):
        return False
    return (now or datetime.now(UTC)) - prev.created < MERGE_WINDOW
