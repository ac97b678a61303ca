"""A worker that stands still between its two writes, and the one that takes its run over.

Nothing here is disordered on purpose: two writers are enough.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import cast

from labs.run_state_machine.plays.backstage import Tapped
from labs.run_state_machine.plays.shown import numbers
from labs.run_state_machine.plays.stage import SEED, a_system
from labs.run_state_machine.scenarios import FIRST, SESSION
from labs.runs import Fragment, Run, RunStatus
from labs.runtime.model import ScriptedModel
from labs.runtime.output import Lost, Output
from labs.runtime.ports import DELTA, RERUN, Bus, StoredRun
from labs.runtime.system import System
from labs.runtime.worker import Worker
from labs.shown import Shown, named
from labs.widgets.wording import table

_STALLED = 2
_BY_THE_OTHER = 4
_READ = 76


@dataclass
class _Stream:
    """The run's stream: what was appended to it, in this order."""

    appended: list[Fragment] = field(default_factory=list)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def append(self, fragments: Sequence[Fragment]) -> None:
        self.appended += fragments
        self._news.set()

    async def until(self, count: int) -> None:
        while len(self.appended) < count:
            self._news.clear()
            await self._news.wait()

    @property
    def seqs(self) -> str:
        return numbers([f.seq for f in self.appended])

    @property
    def reads(self) -> str:
        """What a reader sees who is shown each piece as it comes."""
        shown: list[str] = []
        for fragment in self.appended:
            if fragment.kind == RERUN:
                shown.clear()
            elif fragment.kind == DELTA:
                shown.append(fragment.text)
        return "".join(shown).strip()


class _Tap(Tapped):
    """A bus that notes what is appended, and can let its worker stand still before that."""

    def __init__(self, bus: Bus, stream: _Stream, stalled: int | None = None) -> None:
        super().__init__(bus)
        self._stream = stream
        self._stalled = stalled
        self.standing, self.wake = asyncio.Event(), asyncio.Event()

    async def publish(self, run_id: str, fragments: Sequence[Fragment]) -> None:
        if fragments[0].seq == self._stalled:
            self.standing.set()
            await self.wake.wait()
        await cast(Bus, self._port).publish(run_id, fragments)
        self._stream.append(fragments)


async def a_takeover() -> Shown:
    """Worker 1 stores piece 2 and freezes; worker 2 takes over; worker 1 wakes up."""
    stream = _Stream()
    rows = [("who", "what it does", "the stream on the bus then")]

    def note(who: str, what: str) -> None:
        rows.append((who, what, stream.seqs))

    async with a_system() as system:
        tap = _Tap(system.machine.bus, stream, _STALLED)
        first = await _first_claim(system, tap)
        writing = asyncio.create_task(_write(first, _STALLED + 1))
        await tap.standing.wait()
        note("worker 1", "writes 0 and 1; stores 2 and stands still")
        system.gate.allow(_BY_THE_OTHER)
        second = asyncio.create_task(_second(system, stream))
        await stream.until(_STALLED + 1 + _BY_THE_OTHER)
        note("worker 2", "takes over: 3 is a rerun, then 4 to 7")
        tap.wake.set()
        await writing
        note("worker 1", "wakes up and pushes 2")
        with suppress(Lost):
            await first.write(DELTA, ["never seen"])
        note("worker 1", "stores a further piece: refused")
        system.gate.open()
        await second
    read = named([("as it comes", f"... {stream.reads[:_READ]} ...")])
    return Shown((*table(rows).splitlines(), "", *read.lines))


async def _first_claim(system: System, tap: _Tap) -> Output:
    """Worker 1's: the run is stored as at work and not handed to anybody else."""
    run = Run("run-1", SESSION, RunStatus.RUNNING, system.clock.now(), (FIRST,), attempt=1)
    created = await system.machine.store.create(run, 0)
    assert created
    seen = StoredRun(run, ordinal=0, next_seq=0, deadline=None, archived=None)
    return Output(replace(system.machine, bus=cast(Bus, tap)), seen)


async def _write(output: Output, count: int) -> None:
    for text in ScriptedModel(SEED).fragments((FIRST,))[:count]:
        await output.write(DELTA, [text])


async def _second(system: System, stream: _Stream) -> None:
    bus = cast(Bus, _Tap(system.machine.bus, stream))
    model = ScriptedModel(SEED, system.gate)
    await Worker(replace(system.machine, bus=bus), model, "worker 2").handle("run-1")
