"""The output of one claim: numbers the fragments and writes each twice, store first.

Knows the ports and the moves. Must not know what a model is. Promises: a fragment is in the
store before it is on the bus; a number is used once; a worker whose claim has passed to another,
or whose run has ended, can write nothing.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from labs.runs import Fragment, RunStatus
from labs.runtime import moves
from labs.runtime.moves import Machine
from labs.runtime.ports import TERMINAL, StoredRun, Unavailable
from labs.runtime.trace import Record

RETRY = timedelta(seconds=1)
"""How long to wait before asking again a service that was away."""


class Lost(Exception):
    """The run is no longer ours to write: it ended, or somebody else claimed it."""


class Output:
    """The writing end of one claim. `seen` is the run as this worker last saw it."""

    def __init__(self, machine: Machine, seen: StoredRun) -> None:
        self._machine = machine
        self.seen = seen
        self.ending = False
        self._bus_due = machine.clock.now()

    async def write(self, kind: str, texts: Sequence[str]) -> None:
        """Append fragments of that kind, all or none.

        Raises:
            Lost: the run is no longer ours; nothing was written.
        """
        while True:
            fragments = self._numbered(kind, texts)
            target = await self._streaming(fragments[0].seq)
            if await self._append(fragments, target):
                break
            await self._look_again(fragments[0].seq)
            if self._landed(fragments):
                break
        self.seen = replace(
            self.seen,
            run=replace(self.seen.run, status=target),
            next_seq=fragments[-1].seq + 1,
        )
        await self._publish(fragments)

    def _numbered(self, kind: str, texts: Sequence[str]) -> list[Fragment]:
        first = self.seen.next_seq
        return [Fragment(self.seen.run.id, first + i, kind, t) for i, t in enumerate(texts)]

    async def _streaming(self, seq: int) -> RunStatus:
        if self.seen.run.status == RunStatus.STREAMING:
            return RunStatus.STREAMING
        try:
            return await moves.allowed(
                self._machine, "worker", self.seen, RunStatus.STREAMING, seq=seq
            )
        except moves.Refused as error:
            raise Lost from error

    async def _append(self, fragments: Sequence[Fragment], target: RunStatus) -> bool:
        run = self.seen.run
        while True:
            try:
                return await self._machine.store.append(
                    run.id, fragments, expected=run.status, target=target, attempt=run.attempt
                )
            except Unavailable as error:
                self._report("waits", fragments[0].seq, error.service)
                await self._machine.clock.sleep(RETRY)

    async def _look_again(self, seq: int) -> None:
        """See where the run stands after a refused write; `Lost` if it is another's now."""
        await self.refresh()
        self._report("looked again", seq, self.seen.run.status)

    def _landed(self, fragments: Sequence[Fragment]) -> bool:
        """Whether an earlier try was written after all and only its answer was lost.

        With our attempt at work nobody else writes; only an ended run has one number more.
        """
        ended = self.seen.run.status in TERMINAL
        return not ended and self.seen.next_seq == fragments[-1].seq + 1

    async def refresh(self) -> StoredRun:
        """Read the run again.

        Raises:
            Lost: somebody else has claimed it.
        """
        attempt = self.seen.run.attempt
        while True:
            try:
                stored = await self._machine.store.run(self.seen.run.id)
                break
            except Unavailable as error:
                self._report("waits", self.seen.next_seq, error.service)
                await self._machine.clock.sleep(RETRY)
        if stored is None or stored.run.attempt != attempt:
            self._report("refused", self.seen.next_seq, f"attempt {attempt} is not the newest")
            raise Lost
        self.seen = stored
        return stored

    async def finish(self, target: RunStatus, inputs: int | None = None) -> bool:
        """End the run, if it still has just that many inputs; `False` if its input has grown.

        Raises:
            Lost: the run is no longer ours, or the table does not allow the move.
        """
        self.ending = True
        try:
            return await self._finished(target, inputs)
        finally:
            self.ending = False

    async def _finished(self, target: RunStatus, inputs: int | None) -> bool:
        while True:
            try:
                if await moves.end(self._machine, "worker", self.seen, target, inputs):
                    return True
            except moves.Refused as error:
                raise Lost from error
            except Unavailable as error:
                self._report("waits", self.seen.next_seq, error.service)
                await self._machine.clock.sleep(RETRY)
            await self.refresh()
            if self.seen.run.status in TERMINAL:
                raise Lost
            if inputs is not None and len(self.seen.run.inputs) > inputs:
                return False

    async def take_mark(self) -> bool:
        """Whether the rerun mark stood; it is wiped. A bus that is away has none to show."""
        run_id, bus = self.seen.run.id, self._machine.bus
        if self._bus_rests():
            return False
        try:
            if not await bus.marked(run_id):
                return False
            await bus.unmark(run_id)
        except Unavailable:
            self._rest_bus()
            return False
        return True

    async def _publish(self, fragments: Sequence[Fragment]) -> None:
        # Every waiter that misses them asks the store, where they are.
        if self._bus_rests():
            self._report("unheard", fragments[0].seq, "bus")
            return
        try:
            await self._machine.bus.publish(self.seen.run.id, fragments)
        except Unavailable as error:
            self._report("unheard", fragments[0].seq, error.service)
            self._rest_bus()

    def _bus_rests(self) -> bool:
        """Whether the bus was away just now: silence must not slow every fragment down."""
        return self._machine.clock.now() < self._bus_due

    def _rest_bus(self) -> None:
        self._bus_due = self._machine.clock.now() + RETRY

    def _report(self, what: str, seq: int, detail: str) -> None:
        self._machine.log(Record("worker", what, self.seen.run.id, seq, detail))
