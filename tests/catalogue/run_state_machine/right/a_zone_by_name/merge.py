"""The zone is looked up by its name."""

from datetime import datetime
from zoneinfo import ZoneInfo

from labs.runs import MERGE_WINDOW, Run, RunStatus


def should_merge(prev: Run | None, now: datetime | None = None) -> bool:
    at_work = prev and prev.status in [RunStatus.RUNNING, RunStatus.STREAMING]
    return bool(at_work and (now or datetime.now(ZoneInfo("UTC"))) - prev.created_at < MERGE_WINDOW)
