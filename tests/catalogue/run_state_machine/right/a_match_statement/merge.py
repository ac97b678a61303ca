"""A run is matched by its fields."""

from datetime import UTC, datetime

from labs.runs import MERGE_WINDOW, Run, RunStatus


def should_merge(prev: Run | None, now: datetime | None = None) -> bool:
    match prev:
        case Run(status=RunStatus.RUNNING | RunStatus.STREAMING, created_at=then):
            return (now or datetime.now(UTC)) < then + MERGE_WINDOW
        case _:
            return False
