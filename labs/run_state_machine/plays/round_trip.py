"""The whole round trip: one conversation that needs all four files.

A message, a stream through a bus that swaps and repeats, a cut, an interruption while the reader
is away, the return, the end, and a worker that wakes up too late.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import timedelta

from labs.checking import Bench
from labs.run_state_machine.plays.files import Files
from labs.run_state_machine.plays.reading import as_shown, numbers
from labs.run_state_machine.plays.stage import on_stage
from labs.run_state_machine.scenarios import (
    FIRST,
    SECOND,
    SESSION,
    attached,
    playing,
    wake_late,
)
from labs.runs import RunStatus
from labs.runtime.client import Accepted, Event
from labs.runtime.disorder import BLOCK_SIZE
from labs.runtime.system import Services, System
from labs.widgets.wording import spans

CUT = 6
"""After how many pieces the connection breaks."""

_MEANWHILE = timedelta(seconds=10)
_MOVES = (
    (RunStatus.PENDING, RunStatus.RUNNING),
    (RunStatus.RUNNING, RunStatus.STREAMING),
    (RunStatus.STREAMING, RunStatus.DONE),
)


@dataclass(frozen=True)
class RoundTrip:
    """What a reader was shown before the cut and after it, and what became of the runs."""

    first: Accepted
    second: Accepted
    before: Sequence[Event]
    after: Sequence[Event]
    late: str
    status: str

    def __repr__(self) -> str:
        merged = "joined the run" if self.second.merged else "got a run of its own"
        return "\n".join(
            [
                f"0 s   {FIRST!r}: {self.first.run_id}",
                as_shown(self.before),
                f"10 s  cut off; meanwhile {SECOND!r} {merged}",
                f"      back {self._how}",
                as_shown(self.after),
                f"later a late worker's piece: {self.late}; the run: {self.status}",
                "",
                f"shown twice: {self.twice}",
                f"missing:     {self.missing}",
                f"in order:    {'yes' if self.in_order else 'no'}",
            ]
        )

    @property
    def _how(self) -> str:
        last = numbers(self.before[-1:])
        return f"with Last-Event-ID {last}" if self.before else "without a Last-Event-ID"

    @property
    def in_order(self) -> bool:
        """Whether the numbers rose from first to last."""
        return self._seqs == sorted(self._seqs)

    @property
    def twice(self) -> str:
        """The numbers that were shown more than once."""
        return _listed(seq for seq, times in Counter(self._seqs).items() if times > 1)

    @property
    def missing(self) -> str:
        """The numbers that were never shown."""
        return _listed(set(range(max(self._seqs, default=0))) - set(self._seqs))

    @property
    def _seqs(self) -> list[int]:
        return [e.seq for e in (*self.before, *self.after) if e.seq is not None]


async def whole_trip(files: Files, services: Services | None = None) -> RoundTrip:
    """The round trip on these files; on real services if they are given.

    Raises:
        Stuck: the table refuses a legal move.
        Fault: a function raised, or gave an answer that no system can use.
    """
    files.must_allow(*_MOVES)
    async with on_stage(*files.functions, services=services) as bench:
        return await _travelled(bench)


async def _travelled(bench: Bench) -> RoundTrip:
    async with playing(bench) as system:
        system.gate.allow(0)
        first = await system.client.send(SESSION, FIRST)
        before = await _until_the_cut(system, first)
        system.clock.advance(_MEANWHILE)
        second = await system.client.send(SESSION, SECOND)
        async with AsyncExitStack() as stack:
            last = numbers(before[-1:]) if before else None
            watch = await attached(system, stack, first.run_id, 2, last)
            system.gate.open()
            after = (await watch.rest()).events
        late = await wake_late(system, first)
        refused = "written" if late.written else "refused"
        return RoundTrip(first, second, before, after, refused, late.status)


async def _until_the_cut(system: System, run: Accepted) -> Sequence[Event]:
    async with AsyncExitStack() as stack:
        watch = await attached(system, stack, run.run_id, 1)
        system.gate.allow(2 * BLOCK_SIZE)
        await watch.first(CUT)
        return watch.so_far().events


def _listed(seqs: Iterable[int]) -> str:
    return spans(sorted(seqs)) or "nothing"
