"""Each message gets an answer of its own."""

import datetime


def should_merge(prev, now=None):
    """Never."""
    return prev is not None and prev.status == "RUNNING"
