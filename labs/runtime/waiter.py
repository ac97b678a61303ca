"""A waiter: one connection watching a run, from replay to the terminal fragment.

Knows the store, the bus and one orderer. Must not know HTTP. Promises: replay first, then
attach, with no hole between; nothing held without bound; no silence. Whatever the bus loses is
fetched from the store, and what cannot be had ends in an `error` event, so that the client
comes back.
"""

from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from datetime import datetime, timedelta

from sse_starlette import ServerSentEvent

from labs.runs import Fragment
from labs.runtime import wire
from labs.runtime.moves import Machine
from labs.runtime.patience import Patient
from labs.runtime.ports import DELTA, DONE, Orderer, StoredRun, Unavailable
from labs.runtime.trace import Record


@dataclass(frozen=True)
class Bounds:
    """What a waiter may use. `held` and `replay` count fragments."""

    held: int = 64
    missing: timedelta = timedelta(seconds=2)
    idle: timedelta = timedelta(seconds=5)
    replay: int = 1_000
    page: int = 200


class Waiter:
    """Watches one run for one client, from number `start` on."""

    def __init__(
        self, machine: Machine, bounds: Bounds, *, run: StoredRun, start: int, name: str
    ) -> None:
        self._machine = machine
        self._bounds = bounds
        self._run_id = run.run.id
        self._name = name
        self._start = start
        self._next = start
        self._orderer: Orderer | None = None
        self._held: dict[int, Fragment] = {}
        self._lacking_since: datetime | None = None
        self._over = False
        self._ended = False

    async def events(self) -> AsyncGenerator[ServerSentEvent, None]:
        """Yield every event that the client lacks; end after the terminal one or an error."""
        try:
            # Taken before the replay: what is published from here on is listened to, and what
            # was published before is in the store already.
            position = await self._position()
            async with aclosing(self._replayed()) as replayed:
                async for event in replayed:
                    yield event
            if self._ended:
                return
            if position is None:
                yield wire.error_event("bus_unavailable")
                return
            self._report("attached", self._next)
            async with aclosing(self._live(position)) as live:
                async for event in live:
                    yield event
        except Unavailable as error:
            yield wire.error_event(f"{error.service}_unavailable")

    async def _position(self) -> str | None:
        try:
            return await self._machine.bus.position(self._run_id)
        except Unavailable:
            # The replay needs no bus: a client that comes to an ended run lacks nothing.
            return None

    async def _replayed(self) -> AsyncGenerator[ServerSentEvent, None]:
        store = self._machine.store
        run = await store.run(self._run_id)
        assert run is not None  # runs are never deleted
        if run.next_seq - self._start > self._bounds.replay or self._is_archived(run):
            transcript = await store.transcript(self._run_id)
            self._start = self._next = transcript.through + 1
            yield wire.snapshot_event(transcript.text, transcript.through)
        self._orderer = await self._machine.parts.orderer(self._start)
        async with aclosing(self._stored()) as stored:
            async for event in stored:
                yield event

    def _is_archived(self, run: StoredRun) -> bool:
        return run.archived is not None and self._start < run.next_seq - 1

    async def _stored(self) -> AsyncGenerator[ServerSentEvent, None]:
        """Offer what the store has from the next number on, page by page."""
        start = self._next
        while not self._ended:
            page = await self._machine.store.fragments(self._run_id, start, self._bounds.page)
            if not page:
                return
            for event in await self._offer(page):
                yield event
            start = page[-1].seq + 1

    async def _live(self, position: str) -> AsyncGenerator[ServerSentEvent, None]:
        listener = self._machine.bus.listen(self._run_id, position, self._name)
        batches = Patient(listener, self._machine.clock)
        try:
            while not self._ended:
                self._report("lacks" if self._held else "listens", self._next)
                # Once the last fragment is there, the bus has nothing more to bring.
                batch = None if self._over else await batches.next_within(self._patience())
                for event in await self._offer(batch or ()):
                    yield event
                if batch is None or self._is_stuck():
                    async with aclosing(self._refilled()) as refilled:
                        async for event in refilled:
                            yield event
        finally:
            await batches.close()

    def _patience(self) -> timedelta:
        """How long to wait for the bus before the store is asked."""
        if self._lacking_since is None:
            return self._bounds.idle
        return self._lacking_since + self._bounds.missing - self._machine.clock.now()

    def _is_stuck(self) -> bool:
        """Whether more waiting is useless: too much is held, or nothing more is to come."""
        return not self._ended and (self._over or len(self._held) > self._bounds.held)

    async def _refilled(self) -> AsyncGenerator[ServerSentEvent, None]:
        """Ask the store for what the bus did not bring; give up if that does not help either."""
        before, lacking = self._next, bool(self._held)
        async with aclosing(self._stored()) as stored:
            async for event in stored:
                yield event
        if self._next > before:
            self._report("refilled" if lacking else "caught up", before)
        if self._is_stuck() or (not self._ended and lacking and self._next == before):
            self._report("gave up", self._next)
            self._ended = True
            yield wire.error_event("gap")

    async def _offer(self, fragments: Iterable[Fragment]) -> Sequence[ServerSentEvent]:
        """Offer fragments to the orderer; the events for what it lets through."""
        assert self._orderer is not None  # made by the replay, which comes first
        before, events = self._next, list[ServerSentEvent]()
        for fragment in fragments:
            self._report("received", fragment.seq)
            self._held[fragment.seq] = fragment
            self._over = self._over or fragment.kind == DONE
            for seq, text in await self._orderer.offer(fragment.seq, fragment.text):
                events.append(self._shown(seq, text, self._held.get(seq, fragment)))
        # What is behind us was shown or discarded: it is held no longer.
        self._held = {seq: f for seq, f in self._held.items() if seq >= self._next}
        if not self._held:
            self._lacking_since = None
        elif self._lacking_since is None or self._next > before:
            self._lacking_since = self._machine.clock.now()
        return events

    def _shown(self, seq: int, text: str, fragment: Fragment) -> ServerSentEvent:
        self._report("sent", seq)
        self._next = max(self._next, seq + 1)
        self._ended = self._ended or fragment.kind == DONE
        # The orderer's text is shown even if it is wrong; the other kinds are not its business.
        shown = text if fragment.kind == DELTA else fragment.text
        return wire.fragment_event(fragment.kind, seq, shown)

    def _report(self, what: str, seq: int) -> None:
        self._machine.log(Record("gateway", what, self._run_id, seq, self._name))
