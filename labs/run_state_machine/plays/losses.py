"""A piece that the bus never brings: what the reader sees, and what the gateway does about it."""

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, replace
from typing import cast

from labs.run_state_machine.plays.backstage import Tapped, given, second_gateway
from labs.run_state_machine.plays.shown import numbers
from labs.run_state_machine.plays.stage import on_stage
from labs.run_state_machine.scenarios import FIRST, SESSION, playing
from labs.runs import Fragment
from labs.runtime.client import Event
from labs.runtime.moves import Machine
from labs.runtime.ports import Bus, Store
from labs.runtime.system import System
from labs.runtime.waiter import Bounds
from labs.shown import Shown, named

_LOST = 5
_WRITTEN = 8
"""Two whole blocks of the bus: after them it has brought whatever it will bring of them."""


class _LosingBus(Tapped):
    """A bus that never brings one of the numbers."""

    async def listen(
        self, run_id: str, after: str, waiter: str
    ) -> AsyncGenerator[Sequence[Fragment], None]:
        bus = cast(Bus, self._port)
        async with aclosing(bus.listen(run_id, after, waiter)) as batches:
            async for batch in batches:
                yield [f for f in batch if f.seq != _LOST]


class _ForgetfulStore(Tapped):
    """A store that does not have it either."""

    async def fragments(self, run_id: str, start: int, limit: int) -> Sequence[Fragment]:
        kept = await cast(Store, self._port).fragments(run_id, start, limit)
        return [f for f in kept if f.seq != _LOST]


@dataclass
class _Silence:
    """A reader of a stream in which a number is missing, at the moment when all else came."""

    system: System
    run_id: str
    events: AsyncGenerator[Event, None]

    def seqs(self, what: str) -> list[int]:
        return [r.seq for r in self.system.trace.of("gateway", what) if r.seq is not None]

    @property
    def rows(self) -> list[tuple[str, str]]:
        received, sent = self.seqs("received"), self.seqs("sent")
        waiting = sorted(set(received) - set(sent))
        return [
            ("arrived", numbers(received)),
            ("shown", numbers(sent)),
            ("not shown", numbers(waiting)),
        ]


@asynccontextmanager
async def _silence(
    make_orderer: object | None, *, in_store: bool = True
) -> AsyncIterator[_Silence]:
    async with (
        on_stage(*given("SeqOrderer", make_orderer)) as bench,
        playing(bench) as system,
        second_gateway(bench, system, _without(system.machine, in_store=in_store)) as client,
    ):
        system.gate.allow(0)
        run = await client.send(SESSION, FIRST)
        async with client.watch(run.run_id) as events:
            await system.trace.until(lambda r: r.what == "attached")
            system.gate.allow(_WRITTEN)
            await system.trace.until(lambda r: (r.what, r.seq) == ("received", _WRITTEN - 1))
            # A whole request later, the waiter has offered the block and sleeps again.
            await client.status(run.run_id)
            yield _Silence(system, run.run_id, events)


def _without(machine: Machine, *, in_store: bool) -> Machine:
    losing = replace(machine, bus=cast(Bus, _LosingBus(machine.bus)))
    if in_store:
        return losing
    return replace(losing, store=cast(Store, _ForgetfulStore(machine.store)))


async def a_lost_piece(make_orderer: object | None = None) -> Shown:
    """Number 5 never comes; 6 and 7 do. Without an orderer of yours, the reference's is inside."""
    async with _silence(make_orderer) as silence:
        return named(silence.rows, indent=12)


async def after_the_silence(make_orderer: object | None = None, *, in_store: bool = True) -> Shown:
    """Two seconds later: what the gateway does, and what the reader has in the end."""
    async with _silence(make_orderer, in_store=in_store) as silence:
        rows, system = silence.rows, silence.system
        before = len(silence.seqs("sent"))
        system.clock.advance(Bounds().missing)
        system.gate.open()
        events = [event async for event in silence.events]
        rows.append(("2 s later", _measure(system, in_store=in_store)))
        rows.append(("shown then", numbers(silence.seqs("sent")[before:])))
        rows.append(("the end", _ending(events)))
    return named(rows, indent=12)


def _measure(system: System, *, in_store: bool) -> str:
    if not system.trace.of("gateway", "refilled", "gave up"):
        return "nothing: nobody has noticed that a piece is missing"
    asked = f"the gateway asks the store, which {'has' if in_store else 'lacks'} {_LOST}"
    if in_store and system.trace.of("gateway", "gave up"):
        return f"{asked}; the orderer keeps it back even so"
    return asked


def _ending(events: Sequence[Event]) -> str:
    last = max((e.seq for e in events if e.seq is not None), default=None)
    if events[-1].kind == "error":
        named_last = "no Last-Event-ID" if last is None else f"Last-Event-ID {last}"
        return f"error {events[-1].data['code']}; the client comes back with {named_last}"
    if len({e.seq for e in events}) <= (last or 0):
        return "a sentence with a hole"
    return "the whole sentence"
