"""Adapters that pass everything on to another adapter, through doors."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from datetime import datetime, timedelta

from labs.runs import Fragment, Run, RunStatus
from labs.runtime.ports import Bus, Store, StoredRun, Transcript, Work
from tests.runtime.doors import Doors


class StoreAround:
    """A store with doors."""

    def __init__(self, store: Store, doors: Doors) -> None:
        self._store = store
        self._doors = doors

    async def create(self, run: Run, ordinal: int) -> bool:
        async with self._doors.around("store.create"):
            return await self._store.create(run, ordinal)

    async def run(self, run_id: str) -> StoredRun | None:
        async with self._doors.around("store.run"):
            return await self._store.run(run_id)

    async def latest(self, session_id: str) -> StoredRun | None:
        async with self._doors.around("store.latest"):
            return await self._store.latest(session_id)

    async def history(self, session_id: str, limit: int) -> Sequence[StoredRun]:
        async with self._doors.around("store.history"):
            return await self._store.history(session_id, limit)

    async def merge(self, run_id: str, text: str, expected: RunStatus) -> bool:
        async with self._doors.around("store.merge"):
            return await self._store.merge(run_id, text, expected)

    async def claim(
        self, seen: StoredRun, *, target: RunStatus, owner: str, now: datetime, deadline: datetime
    ) -> bool:
        async with self._doors.around("store.claim"):
            return await self._store.claim(
                seen, target=target, owner=owner, now=now, deadline=deadline
            )

    async def renew(self, run_id: str, attempt: int, deadline: datetime) -> bool:
        async with self._doors.around("store.renew"):
            return await self._store.renew(run_id, attempt, deadline)

    async def append(
        self,
        run_id: str,
        fragments: Sequence[Fragment],
        *,
        expected: RunStatus,
        target: RunStatus,
        attempt: int,
    ) -> bool:
        async with self._doors.around("store.append"):
            return await self._store.append(
                run_id, fragments, expected=expected, target=target, attempt=attempt
            )

    async def end(
        self, seen: StoredRun, *, target: RunStatus, inputs: int | None = None
    ) -> Fragment | None:
        async with self._doors.around("store.end"):
            return await self._store.end(seen, target=target, inputs=inputs)

    async def fragments(self, run_id: str, start: int, limit: int) -> Sequence[Fragment]:
        async with self._doors.around("store.fragments"):
            return await self._store.fragments(run_id, start, limit)

    async def transcript(self, run_id: str) -> Transcript:
        async with self._doors.around("store.transcript"):
            return await self._store.transcript(run_id)

    async def waiting(self, session_id: str) -> str | None:
        async with self._doors.around("store.waiting"):
            return await self._store.waiting(session_id)

    async def overdue(self, now: datetime) -> Sequence[str]:
        async with self._doors.around("store.overdue"):
            return await self._store.overdue(now)

    async def archive(self, before: datetime) -> int:
        async with self._doors.around("store.archive"):
            return await self._store.archive(before)

    async def ping(self) -> None:
        async with self._doors.around("store.ping"):
            await self._store.ping()

    async def close(self) -> None:
        await self._store.close()


class BusAround:
    """A bus with doors, which also loses the fragments that it is told to lose."""

    def __init__(self, bus: Bus, doors: Doors) -> None:
        self._bus = bus
        self._doors = doors
        self.published: dict[str, int] = {}
        self.loses: Callable[[Fragment], bool] = lambda fragment: False

    async def publish(self, run_id: str, fragments: Sequence[Fragment]) -> None:
        async with self._doors.around("bus.publish"):
            await self._bus.publish(run_id, fragments)
            self.published[run_id] = fragments[-1].seq

    async def until_published(self, run_id: str, seq: int) -> None:
        """Wait until that fragment was handed to the bus."""
        await self._doors.until(lambda: self.published.get(run_id, -1) >= seq)

    async def position(self, run_id: str) -> str:
        async with self._doors.around("bus.position"):
            return await self._bus.position(run_id)

    async def listen(
        self, run_id: str, after: str, waiter: str
    ) -> AsyncGenerator[Sequence[Fragment], None]:
        async with self._doors.around("bus.listen"):
            listening = self._bus.listen(run_id, after, waiter)
        async with aclosing(listening) as batches:
            async for batch in batches:
                if kept := [fragment for fragment in batch if not self.loses(fragment)]:
                    yield kept

    async def submit(self, run_id: str) -> None:
        async with self._doors.around("bus.submit"):
            await self._bus.submit(run_id)

    async def take(self, consumer: str) -> Work:
        async with self._doors.around("bus.take"):
            return await self._bus.take(consumer)

    async def release(self, work: Work) -> None:
        async with self._doors.around("bus.release"):
            await self._bus.release(work)

    async def stale(self, consumer: str, idle: timedelta) -> Sequence[Work]:
        async with self._doors.around("bus.stale"):
            return await self._bus.stale(consumer, idle)

    async def mark(self, run_id: str) -> None:
        async with self._doors.around("bus.mark"):
            await self._bus.mark(run_id)

    async def marked(self, run_id: str) -> bool:
        async with self._doors.around("bus.marked"):
            return await self._bus.marked(run_id)

    async def unmark(self, run_id: str) -> None:
        async with self._doors.around("bus.unmark"):
            await self._bus.unmark(run_id)

    async def ping(self) -> None:
        async with self._doors.around("bus.ping"):
            await self._bus.ping()

    async def close(self) -> None:
        await self._bus.close()
