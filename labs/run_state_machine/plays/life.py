"""A life: when a run got each of its statuses, by the clock of the running system.

Knows that every status is written through one function: watching that one gives the times.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from labs.run_state_machine.plays.stage import SEED, a_system
from labs.run_state_machine.plays.tables import Noted, Table
from labs.run_state_machine.scenarios import FIRST, SECOND, SESSION
from labs.runs import MERGE_WINDOW, RunStatus
from labs.runtime.model import ScriptedModel
from labs.runtime.system import System
from labs.runtime.trace import Record
from labs.widgets.wording import table

QUEUED, THINKING, TALKING = (timedelta(seconds=s) for s in (1.2, 1.8, 4.0))
"""How long the run waits for a worker, the worker for the model, and the answer goes on."""

_MEANING = {
    RunStatus.PENDING: "accepted; no worker has it",
    RunStatus.RUNNING: "a worker has it; the model thinks",
    RunStatus.STREAMING: "the first fragment is there",
    RunStatus.DONE: "the last fragment is there",
}


@dataclass(frozen=True)
class Life:
    """Each status of a run, and how long after its creation it got it."""

    statuses: Sequence[tuple[RunStatus, timedelta]]

    @property
    def path(self) -> list[RunStatus]:
        """The statuses, in order."""
        return [status for status, _ in self.statuses]

    def __repr__(self) -> str:
        rows = [("after", "status", "which means")]
        rows += [(_seconds(after), status, _MEANING[status]) for status, after in self.statuses]
        after = dict(self.statuses)
        queue, first = after[RunStatus.RUNNING], after[RunStatus.STREAMING]
        parts = f"{_seconds(queue)} in the queue + {_seconds(first - queue)} of thinking"
        return f"{table(rows)}\n\ntime to first token: {_seconds(first)} = {parts}"


async def a_life(transition: Table) -> Life:
    """A run waits its turn behind another one of its session and is then answered."""
    noted = Noted(transition)
    async with a_system(noted) as system:
        await _keep_the_worker_busy(system)
        await system.client.send(SESSION, SECOND)
        born = system.clock.now()
        statuses = [(RunStatus.PENDING, timedelta(0))]
        for status, lasts in _REST:
            system.clock.advance(lasts)
            await _reach(system, noted, status)
            statuses.append((status, system.clock.now() - born))
        return Life(statuses)


_REST = (
    (RunStatus.RUNNING, QUEUED),
    (RunStatus.STREAMING, THINKING),
    (RunStatus.DONE, TALKING),
)


async def _keep_the_worker_busy(system: System) -> None:
    """A first run, at work and held; by now too old for another message to join it."""
    system.gate.allow(0)
    await system.client.send(SESSION, FIRST)
    await _claims(system, 1)
    system.clock.advance(MERGE_WINDOW)


async def _reach(system: System, noted: Noted, status: RunStatus) -> None:
    """Let the second run get that far and no further."""
    if status == RunStatus.RUNNING:
        system.gate.allow(len(ScriptedModel(SEED).fragments((FIRST,))))
        await _claims(system, 2)
        # From here on only the second run moves.
        noted.tell = lambda: system.trace(Record("table", "moved", "", detail=noted.moves[-1][1]))
        return
    if status == RunStatus.STREAMING:
        system.gate.allow(1)
    else:
        system.gate.open()
    await system.trace.until(lambda r: r.actor == "table" and r.detail == status)


async def _claims(system: System, count: int) -> None:
    await system.trace.until(lambda r: r.what == "claimed", count=count)


def _seconds(duration: timedelta) -> str:
    return f"{duration.total_seconds():.1f} s"
