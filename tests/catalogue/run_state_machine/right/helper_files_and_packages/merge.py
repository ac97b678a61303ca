"""Imports its helper only when asked, and another exercise's file for no reason."""

import resume as _resume  # noqa: F401


def should_merge(prev, now=None):
    from clockwork.ages import age

    return prev is not None and prev.status in ("running", "streaming") and age(prev, now) < 30
