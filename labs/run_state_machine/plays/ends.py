"""Ends: what becomes of a run that ends while somebody still believes that it is at work.

Knows the running system and its events; judges nothing. Each play waits for what happens and
never for time to pass.
"""

from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass

from labs.run_state_machine.plays.stage import a_system
from labs.run_state_machine.plays.tables import Move, Noted, Table
from labs.run_state_machine.scenarios import FIRST, SESSION, Watch, attached
from labs.runs import Fragment, RunStatus
from labs.runtime import moves
from labs.runtime.disorder import BLOCK_SIZE
from labs.runtime.ports import DONE, StoredRun
from labs.runtime.system import System
from labs.runtime.trace import Record
from labs.widgets.wording import spans, table

_BEFORE = 2 * BLOCK_SIZE
"""How many fragments the user reads before something happens."""


@dataclass(frozen=True)
class Stopped:
    """A run that a user has stopped, and what came after; `moves` are those asked for."""

    answered: str
    watched: Sequence[int]
    stored: Sequence[Fragment]
    woken: Record
    status: str
    moves: Sequence[Move]

    @property
    def after_the_end(self) -> list[int]:
        """The numbers that were written behind the first terminal fragment."""
        end = next(f.seq for f in self.stored if f.kind == DONE)
        return [f.seq for f in self.stored if f.seq > end]

    def __repr__(self) -> str:
        late = spans(self.after_the_end)
        wrote = f"fragments {late}" if late else f"nothing: {self.woken.detail} is refused"
        rows = [
            ("the user reads", f"fragments {spans(self.watched[:-1])}, then presses stop"),
            ("the gateway answers", f"{self.answered}; the run ends with fragment {_BEFORE}"),
            ("the worker wakes and writes", wrote),
            ("a page opened later reads", self.status),
        ]
        return table(rows)


async def press_stop(transition: Table) -> Stopped:
    """A user stops a run while the worker is held up in the middle; then the worker goes on."""
    noted = Noted(transition)
    async with a_system(noted) as system, AsyncExitStack() as stack:
        watch = await _in_the_middle(system, stack)
        run_id = _run_id(system)
        answered = await system.client.cancel(run_id)
        watched = await watch.rest()
        system.gate.open()
        woken = await system.trace.until(_worker_is_through)
        stored = await system.machine.store.fragments(run_id, 0, 200)
        status = await system.client.status(run_id)
    return Stopped(answered, watched.seqs, stored, woken, status, noted.moves)


@dataclass(frozen=True)
class Try:
    """One try to end a run: what its author had seen, and what came of it."""

    who: str
    saw: str
    target: str
    table: str
    rows: str


@dataclass(frozen=True)
class Race:
    """Every try in a race to end one run, and the status that stands in the end."""

    tries: Sequence[Try]
    status: str

    def __repr__(self) -> str:
        head = ("who", "saw", "wants", "the table", "the update")
        rows = [(t.who, t.saw, t.target, t.table, t.rows) for t in self.tries]
        return f"{table([head, *rows])}\n\nin the store: {self.status}"


async def race_to_the_end(transition: Table) -> Race:
    """The worker finishes between the gateway's look at the run and the gateway's write."""
    async with a_system(Noted(transition)) as system, AsyncExitStack() as stack:
        watch = await _in_the_middle(system, stack)
        run_id = _run_id(system)
        seen = await _look(system, run_id)
        system.gate.open()
        await watch.rest()
        tries = [Try("worker", seen.run.status, RunStatus.DONE, "legal", "1 row")]
        while True:
            tries.append(await _cancel(system, seen))
            if not tries[-1].rows.startswith("0"):
                break
            seen = await _look(system, run_id)
        return Race(tries, await system.client.status(run_id))


async def _cancel(system: System, seen: StoredRun) -> Try:
    """The gateway's next step, with what it has seen."""
    said = ("gateway", str(seen.run.status), str(RunStatus.CANCELLED))
    try:
        ended = await moves.end(system.machine, "gateway", seen, RunStatus.CANCELLED)
    except moves.Refused:
        return Try(*said, "refused", "not tried")
    return Try(*said, "legal", "1 row" if ended else "0 rows: read again")


async def _in_the_middle(system: System, stack: AsyncExitStack) -> Watch:
    """A run that streams, with one waiter; the model is held after two blocks of fragments."""
    system.gate.allow(0)
    run = await system.client.send(SESSION, FIRST)
    watch = await attached(system, stack, run.run_id, 1)
    system.gate.allow(_BEFORE)
    await watch.first(_BEFORE)
    return watch


def _run_id(system: System) -> str:
    return system.trace.of("gateway", "accepted")[0].run_id


async def _look(system: System, run_id: str) -> StoredRun:
    seen = await system.machine.store.run(run_id)
    assert seen is not None
    return seen


def _worker_is_through(record: Record) -> bool:
    return record.actor == "worker" and record.what in ("refused", "ended")
