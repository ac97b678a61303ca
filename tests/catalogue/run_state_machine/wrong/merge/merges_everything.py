"""Every message joins."""

from datetime import UTC, datetime

from labs.runs import MERGE_WINDOW, RunStatus


def should_merge(prev, now=None):
    return True
