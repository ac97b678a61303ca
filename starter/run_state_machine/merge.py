"""Day 4: the merge rule.

The rule: a message joins the session's latest run only if that run is running or streaming and
was created less than the merge window (30 seconds) ago. Exactly 30 seconds is outside.
"""

from datetime import datetime

from labs.runs import Run


def should_merge(prev: Run | None, now: datetime | None = None) -> bool:
    """Whether a message that comes at `now` joins `prev`, the session's latest run.

    `now` is aware; absent, it is the present moment in UTC.
    """
    # Naive: each message gets an answer of its own, two voices at once. About 6 lines.
    return False
