"""A stream: one connection to one response, from the first event it lacks to the last one.

Knows the journal, the bus and one client's buffer; no HTTP. Promises: replay first, then attach,
with no hole between; what the bus loses is fetched from the journal; what a slow client has not
taken waits in its buffer, which is bounded, and holds up neither the response nor other clients.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence

from sse_starlette import ServerSentEvent

from labs.protocol import TERMINAL, Event
from labs.runtime.model import Gate
from labs.runtime.patience import Patient
from labs.runtime.ports import Unavailable
from labs.streaming_protocol import wire
from labs.streaming_protocol.desk import Desk
from labs.streaming_protocol.journal import Stored
from labs.streaming_protocol.parts import Buffer
from labs.streaming_protocol.view import snapshot, stored_pages
from labs.streaming_protocol.waiting import first

_ENDS = tuple(f"response.{status}" for status in TERMINAL)


class Stream:
    """Brings one client what it lacks. `credit`: it says itself when it wants more."""

    def __init__(
        self, desk: Desk, stored: Stored, start: int, buffer: Buffer, credit: Gate | None
    ) -> None:
        self._desk = desk
        self._stored = stored
        self._id = stored.response.id
        self._next = start
        self._buffer = buffer
        self._credit = credit
        self._unsent = asyncio.Event()
        self._broken = asyncio.Event()
        self._over = False
        self._trouble: str | None = None
        self.ended = False

    async def events(self) -> AsyncGenerator[ServerSentEvent, None]:
        """Yield every event that the client lacks; end behind the terminal one or an error."""
        filling = asyncio.create_task(self._fill())
        try:
            while not self.ended and await self._may_send():
                for event in await self._taken():
                    yield wire.sse(event)
                if self._credit is not None:
                    yield wire.credit_used()
            if self._trouble is not None and not self.ended:
                yield wire.error(self._trouble)
        finally:
            filling.cancel()
            # Waited for, not awaited: its end is not the end of whoever watches.
            await asyncio.wait([filling])
            if not filling.cancelled():
                filling.exception()  # looked at: a fault of the buffer has rung its alarm

    async def _may_send(self) -> bool:
        """Wait until there is something to send and the client wants it; `False` after trouble."""
        await self._unsent.wait()
        if self._credit is not None:
            await first(self._credit.passage(), self._broken.wait())
        return self._trouble is None

    async def _taken(self) -> list[Event]:
        self._unsent.clear()
        self.ended = self._over
        taken = list(await self._buffer.take())
        self._report("took", None, str(len(taken)))
        return taken

    async def _fill(self) -> None:
        try:
            if self._stored.ended_at is None:
                await self._follow()
                return
            await self._replay()
            if not self._over:
                self._give_up("archived")  # just now: who comes back gets what was kept
        except Unavailable as error:
            self._give_up(f"{error.service}_unavailable")

    async def _follow(self) -> None:
        # Taken before the replay: what is published from here on is listened to, and what was
        # published before is in the journal already.
        position = await self._desk.bus.position(self._id)
        await self._replay()
        await self._attach(position)

    async def _replay(self) -> None:
        stored = self._stored
        if stored.archived or stored.next_seq - self._next > self._desk.habits.replay:
            event = await snapshot(self._desk, stored)
            self._over = stored.ended_at is not None
            await self._put([event])
        await self._refill()

    async def _refill(self) -> None:
        async for page in stored_pages(self._desk, self._id, self._next):
            await self._put(page)

    async def _attach(self, position: str) -> None:
        batches = Patient(self._desk.bus.listen(self._id, position, ""), self._desk.clock)
        self._report("attached", self._next)
        try:
            while not self._over and self._trouble is None:
                batch = await batches.next_within(self._desk.habits.idle)
                for fragment in batch or ():
                    event = wire.event(self._id, fragment.seq, fragment.kind, fragment.text)
                    await self._came(event)
                if batch is None:
                    await self._refill()
        finally:
            await batches.close()

    async def _came(self, event: Event) -> None:
        if event.seq > self._next:
            self._report("gap", self._next)
            self._desk.figures.count("seq_gaps")
            await self._refill()
        elif event.seq == self._next:
            await self._put([event])

    async def _put(self, events: Sequence[Event]) -> None:
        self._next = events[-1].seq + 1
        self._over = self._over or any(event.type in _ENDS for event in events)
        held = await self._buffer.put(events)
        for event, count in zip(events, held, strict=True):
            self._report("put", event.seq, str(count))
        if held[-1] > self._desk.habits.held:
            self._give_up("too_slow")
        self._unsent.set()

    def _give_up(self, code: str) -> None:
        self._report("gave up", self._next, code)
        self._trouble = code
        self._broken.set()
        self._unsent.set()

    def _report(self, what: str, seq: int | None, detail: str = "") -> None:
        self._desk.report("stream", what, self._id, seq=seq, detail=detail)
