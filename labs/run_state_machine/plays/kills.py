"""Takeover: a worker is killed in the middle of an answer, and another one goes on.

A claim is a lease of fifteen seconds in the store. Nobody is told of the death: the lease lapses,
and whoever looks finds a run that is nobody's. The clock is moved by hand.
"""

from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass

from labs.checking import Bench
from labs.naming import Named
from labs.run_state_machine.plays.files import Files
from labs.run_state_machine.plays.reading import as_shown
from labs.run_state_machine.plays.stage import on_stage
from labs.run_state_machine.scenarios import FIRST, SESSION, Watch, attached, playing
from labs.runs import RunStatus
from labs.runtime.client import Accepted, Event
from labs.runtime.disorder import BLOCK_SIZE
from labs.runtime.output import Lost, Output
from labs.runtime.ports import DELTA, StoredRun
from labs.runtime.system import System
from labs.runtime.worker import Habits

HABITS = Habits()
"""A worker as it comes: its claim lapses 15 seconds after it was last renewed."""

_MOVES = (
    (RunStatus.PENDING, RunStatus.RUNNING),
    (RunStatus.RUNNING, RunStatus.STREAMING),
    (RunStatus.STREAMING, RunStatus.DONE),
    (RunStatus.STREAMING, RunStatus.FAILED),
)
_GATEWAYS = ("listens", "lacks", "gave up", "left")


@dataclass(frozen=True)
class Takeover:
    """What the workers did, and what the reader was shown of it."""

    log: Sequence[str]
    shown: Sequence[Event]
    moves: Sequence[tuple[RunStatus, RunStatus]]

    def __repr__(self) -> str:
        return "\n".join([*self.log, "", "the reader was shown", as_shown(self.shown)])


async def kill_workers(files: Files, times: int = 1) -> Takeover:
    """Kill the worker of a run, and the next ones too, `times` in all; then let one work.

    Raises:
        Stuck: the table refuses a legal move.
        Fault: a function raised, or gave an answer that no system can use.
    """
    files.must_allow(*_MOVES)
    killing = _Killing(times, files.transition)
    watched = Named("transition", killing.transition)
    async with on_stage(*files.functions, watched) as bench:
        return await killing.play(bench)


class _Killing:
    """One such play. Worker 1 is there from the start, worker n + 1 comes after the n-th death."""

    def __init__(self, times: int, table: Named) -> None:
        self._times = times
        self._table = table
        self._log: list[str] = []
        self._moves: list[tuple[RunStatus, RunStatus]] = []

    def transition(self, current: RunStatus, target: RunStatus) -> object:
        """The table's answer; a move that it allows is remembered."""
        answer = self._table(current, target)
        self._moves.append((current, target))
        return answer

    async def play(self, bench: Bench) -> Takeover:
        async with playing(bench, HABITS) as system, AsyncExitStack() as stack:
            system.gate.allow(0)
            run = await system.client.send(SESSION, FIRST)
            watch = await attached(system, stack, run.run_id, 1)
            await self._claimed(system, 1)
            for attempt in range(1, self._times + 1):
                await self._speak(system, watch, attempt)
                await self._replace(system, run, attempt)
            system.gate.open()
            shown = (await watch.rest()).events
            await system.trace.until(lambda r: r.what == "ended")
            self._log.append(f"the run: {await system.client.status(run.run_id)}")
            return Takeover(tuple(self._log), shown, tuple(self._moves))

    async def _speak(self, system: System, watch: Watch, attempt: int) -> None:
        """Two blocks of the first attempt, one of each later one, whose first piece is `rerun`."""
        system.gate.allow(2 * BLOCK_SIZE if attempt == 1 else BLOCK_SIZE - 1)
        await watch.first(BLOCK_SIZE * (attempt + 1))

    async def _replace(self, system: System, run: Accepted, attempt: int) -> None:
        seen = await system.machine.store.run(run.run_id)
        assert seen is not None
        await system.crew.kill(f"worker {attempt}")
        self._log.append(f"worker {attempt} is killed; the next seq is {seen.next_seq}")
        await _wait_out_the_lease(system)
        self._log.append(f"{HABITS.lease.seconds} seconds pass; the claim has lapsed")
        system.crew.start(f"worker {attempt + 1}")
        if await self._claimed(system, attempt + 1):
            await self._write_late(system, seen)

    async def _claimed(self, system: System, attempt: int) -> bool:
        """Wait until the run is claimed that often, or has ended because it was too often."""
        record = await system.trace.until(
            lambda r: (r.what, r.detail) == ("claimed", f"attempt {attempt}") or r.what == "ended"
        )
        claimed = record.what == "claimed"
        does = f"claims the run: {record.detail}" if claimed else f"ends the run: {record.detail}"
        self._log.append(f"worker {attempt} {does}")
        return claimed

    async def _write_late(self, system: System, seen: StoredRun) -> None:
        """The killed one was only asleep, and goes on where it was."""
        with suppress(Lost):
            await Output(system.machine, seen).write(DELTA, ["too late"])
        refusals = system.trace.of("worker", "refused")
        said = f"refused: {refusals[-1].detail}" if refusals else "written"
        self._log.append(f"worker {seen.run.attempt} wakes up and writes on; {said}")


async def _wait_out_the_lease(system: System) -> None:
    """Let the lease lapse, and the waiter, who wakes by that too, go back to its place."""
    known, watched = len(system.trace.of("gateway", *_GATEWAYS)), system.gateway.waiters > 0
    system.clock.advance(HABITS.lease)
    if not watched:
        return
    await system.trace.until(lambda r: r.actor == "gateway" and r.what in _GATEWAYS, known + 1)
