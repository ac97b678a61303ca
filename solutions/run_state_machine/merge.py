"""Day 4: the merge rule.

The rule: a message joins the session's latest run only if that run is running or streaming and
was created less than the merge window (30 seconds) ago. Exactly 30 seconds is outside.
"""

from datetime import UTC, datetime

from labs.runs import MERGE_WINDOW, Run, RunStatus

AT_WORK = (RunStatus.RUNNING, RunStatus.STREAMING)


def should_merge(prev: Run | None, now: datetime | None = None) -> bool:
    """Whether a message that comes at `now` joins `prev`, the session's latest run.

    `now` is aware; absent, it is the present moment in UTC.
    """
    if prev is None or prev.status not in AT_WORK:
        return False
    if now is None:
        now = datetime.now(UTC)
    return now - prev.created_at < MERGE_WINDOW
