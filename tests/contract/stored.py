"""What store tests begin with: runs at the stages of their lives, made through the port."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from labs.runs import Fragment, Run, RunStatus
from labs.runtime.ports import DELTA, Store, StoredRun

PENDING, RUNNING, STREAMING = RunStatus.PENDING, RunStatus.RUNNING, RunStatus.STREAMING
T0 = datetime(2030, 1, 1, 12, 0, 0, 123456, tzinfo=UTC)
MOMENT = timedelta(microseconds=1)
LEASE = timedelta(minutes=1)

NEW = Run("r", "s", PENDING, T0, ("hello",), 0)


async def look(store: Store, run_id: str = "r") -> StoredRun:
    found = await store.run(run_id)
    assert found is not None
    return found


async def claim(
    store: Store, seen: StoredRun, target: RunStatus = RUNNING, *, now: datetime = T0
) -> bool:
    return await store.claim(seen, target=target, owner="w", now=now, deadline=now + LEASE)


async def claimed(store: Store, run: Run = NEW, ordinal: int = 0) -> StoredRun:
    """A run that a worker has just taken: running, attempt 1."""
    assert await store.create(run, ordinal)
    assert await claim(store, await look(store, run.id))
    return await look(store, run.id)


def deltas(*texts: str, start: int = 0, run_id: str = "r") -> list[Fragment]:
    return [Fragment(run_id, seq, DELTA, text) for seq, text in enumerate(texts, start)]


async def write(
    store: Store,
    seen: StoredRun,
    fragments: Sequence[Fragment],
    target: RunStatus = STREAMING,
) -> bool:
    return await store.append(
        seen.run.id,
        fragments,
        expected=seen.run.status,
        target=target,
        attempt=seen.run.attempt,
    )


async def told(store: Store, *fragments: Fragment) -> StoredRun:
    """A run at work whose output so far is this."""
    assert await write(store, await claimed(store), fragments)
    return await look(store)


async def ended(store: Store, run: Run, ordinal: int = 0, *texts: str) -> StoredRun:
    seen = await claimed(store, run, ordinal)
    if texts:
        assert await write(store, seen, deltas(*texts, run_id=run.id))
    assert await store.end(await look(store, run.id), target=RunStatus.DONE)
    return await look(store, run.id)


def beside(run_id: str, status: RunStatus = PENDING, session_id: str = "s") -> Run:
    return replace(NEW, id=run_id, status=status, session_id=session_id)
