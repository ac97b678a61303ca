"""Conditions in a list, each a function; the zone is London's, which is UTC in winter."""

from __future__ import annotations

import typing as t
from datetime import datetime, timezone

if t.TYPE_CHECKING:
    from labs.runs import Run

import labs.runs


def conditions(prev: Run, now: datetime) -> t.Iterator[bool]:
    yield any(prev.status is status for status in WORK)
    yield now.astimezone(timezone.utc) - prev.created_at < labs.runs.MERGE_WINDOW


WORK: t.Final = (labs.runs.RunStatus("running"), labs.runs.RunStatus["STREAMING"])


def should_merge(prev: t.Optional[Run], now: t.Optional[datetime] = None, *_, **__) -> bool:
    return prev is not None and all(conditions(prev, now or datetime.now(timezone.utc)))
