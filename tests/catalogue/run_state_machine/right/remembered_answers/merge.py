"""Remembers what needs no clock, and asks it in a function of its own."""

import functools
from datetime import datetime, timezone

from labs.runs import MERGE_WINDOW


@functools.cache
def at_work(run):
    return run is not None and run.status in {"running", "streaming"}


def should_merge(prev, now=None, *, clock=lambda: datetime.now(timezone.utc)):
    return at_work(prev) and (now or clock()) - prev.created_at < MERGE_WINDOW
