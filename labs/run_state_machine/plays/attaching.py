"""Coming late to a run that is being written: what one gets, by the order of three steps.

Knows the store, the bus and one orderer. The waiter of the gateway takes the right order; here a
cell may try another one, step by step, while the worker writes on.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass

from labs.run_state_machine.plays.shown import numbers
from labs.run_state_machine.plays.stage import SEED, a_system, reference
from labs.run_state_machine.scenarios import FIRST, SESSION
from labs.runs import Run, RunStatus
from labs.runtime.model import ScriptedModel
from labs.runtime.output import Output
from labs.runtime.ports import DELTA, StoredRun
from labs.runtime.system import System
from labs.shown import Shown, named
from labs.widgets.wording import spans

_BEFORE = 6
"""How much of the answer is written when somebody comes."""

Steps = Callable[["WritingRun"], Awaitable[tuple[Sequence[int], Sequence[int]]]]
"""A way to come late: what it replayed, and what it got live."""


@dataclass
class WritingRun:
    """A run that is being written, seen by somebody who comes late."""

    system: System
    output: Output
    written: int = 0

    async def write(self, count: int) -> None:
        """The worker writes that many pieces more, each to the store and then to the bus."""
        texts = ScriptedModel(SEED).fragments((FIRST,))
        for text in texts[self.written : self.written + count]:
            await self.output.write(DELTA, [text])
            self.written += 1

    async def replay(self) -> Sequence[int]:
        """What the store has now."""
        kept = await self.system.machine.store.fragments(self._id, 0, 1000)
        return [f.seq for f in kept]

    async def position(self) -> str:
        """Where the stream on the bus ends now."""
        return await self.system.machine.bus.position(self._id)

    async def live(self, position: str) -> Sequence[int]:
        """What the bus brings behind that position, up to the last piece written."""
        came: list[int] = []
        listening = self.system.machine.bus.listen(self._id, position, "waiter 1")
        async with aclosing(listening) as batches:
            async for batch in batches:
                came += [f.seq for f in batch]
                if self.written - 1 in came:
                    break
        return came

    @property
    def _id(self) -> str:
        return self.output.seen.run.id


@asynccontextmanager
async def _writing() -> AsyncIterator[WritingRun]:
    async with a_system() as system:
        run = Run("run-1", SESSION, RunStatus.RUNNING, system.clock.now(), (FIRST,), attempt=1)
        created = await system.machine.store.create(run, 0)
        assert created
        seen = StoredRun(run, ordinal=0, next_seq=0, deadline=None, archived=None)
        yield WritingRun(system, Output(system.machine, seen))


async def attached(steps: Steps) -> Shown:
    """Come to a run of which six pieces are written, in that way; what the orderer shows."""
    async with _writing() as run:
        await run.write(_BEFORE)
        replayed, live = await steps(run)
        written = range(run.written)
    shown = await _ordered([*replayed, *live])
    rows = [
        ("written", spans(written)),
        ("replayed", numbers(replayed)),
        ("live", numbers(live)),
        ("came twice", spans(sorted(set(replayed) & set(live))) or "nothing"),
        ("never came", spans(sorted(set(written) - {*replayed, *live})) or "nothing"),
        ("shown", numbers(shown)),
    ]
    return named(rows, indent=12)


async def _ordered(came: Sequence[int]) -> list[int]:
    orderer = await reference().orderer(0)
    return [seq for arrived in came for seq, _ in await orderer.offer(arrived, "")]
