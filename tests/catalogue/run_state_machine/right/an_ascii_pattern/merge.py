"""Seconds since 1970; statuses by number; `and` all the way down."""

from operator import attrgetter
from time import time

from labs.runs import MERGE_WINDOW, RunStatus

created = attrgetter("created_at")
WORK = slice(1, 3)


def should_merge(prev, now=None):
    return (
        prev is not None
        and prev.status in list(RunStatus)[WORK]
        and (now.timestamp() if now else time()) - created(prev).timestamp()
        < MERGE_WINDOW.total_seconds()
    )
