"""The worker: claims runs, generates their answers, notices merges and cancels, finishes.

Knows the ports, the moves and one claim's `Output`. Must not know who watches. Promises: a run
that was accepted ends, whatever crashes; a worker that is merely slow keeps its claim; a message
merged into a run is in the input of a generation that starts after it.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial

from labs.runs import RunStatus
from labs.runtime import moves
from labs.runtime.batching import ALONE, Batching, batches
from labs.runtime.moves import Machine
from labs.runtime.output import RETRY, Lost, Output
from labs.runtime.ports import (
    AT_WORK,
    DELTA,
    RERUN,
    TERMINAL,
    Model,
    StoredRun,
    Unavailable,
    Work,
)
from labs.runtime.trace import Record

MAX_ATTEMPTS = 3


@dataclass(frozen=True)
class Habits:
    """How a worker works. A claim lapses `lease` after it was last renewed.

    `capacity` is how many runs it works on at once; fragments of ended runs are kept for
    `retention`.
    """

    lease: timedelta = timedelta(seconds=15)
    capacity: int = 32
    batching: Batching = ALONE
    retention: timedelta = timedelta(days=1)


class ModelFailed(Exception):
    """The model raised; the attempt has failed, the run may have another one."""


class Worker:
    """One worker. `name` tells it from every other worker, past ones included."""

    def __init__(
        self, machine: Machine, model: Model, name: str, habits: Habits | None = None
    ) -> None:
        self._machine = machine
        self._model = model
        self._name = name
        self._habits = habits or Habits()
        self._room = asyncio.Semaphore(self._habits.capacity)
        self._claims: dict[str, tuple[Output, asyncio.Task[None]]] = {}

    async def run(self) -> None:
        """Work until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            # Each chore by itself: what waits for a service that is away keeps no other waiting.
            tasks.create_task(self._regularly(self._renew))
            tasks.create_task(self._regularly(lambda: self._sweep_bus(tasks)))
            tasks.create_task(self._regularly(lambda: self._sweep_store(tasks)))
            tasks.create_task(self._regularly(self._archive))
            tasks.create_task(self._consume(tasks))

    async def _consume(self, tasks: asyncio.TaskGroup) -> None:
        while True:
            await self._room.acquire()
            try:
                work = await self._machine.bus.take(self._name)
            except Unavailable as error:
                self._room.release()
                self._report("waits", "", error.service)
                await self._machine.clock.sleep(RETRY)
                continue
            self._start(tasks, partial(self._finish_work, work))

    def _start(self, tasks: asyncio.TaskGroup, job: Callable[[], Awaitable[None]]) -> None:
        """Run the job beside the others; a place must have been taken for it."""

        async def guarded() -> None:
            try:
                await job()
            except Unavailable as error:
                self._report("waits", "", error.service)
            except Exception as error:
                # One run's trouble is not the others': its claim lapses and is taken over.
                self._report("crashed", "", type(error).__name__)
            finally:
                self._room.release()

        tasks.create_task(guarded())

    async def _finish_work(self, work: Work) -> None:
        await self.handle(work.run_id)
        await self._machine.bus.release(work)

    async def _regularly(self, chore: Callable[[], Awaitable[None]]) -> None:
        """Do a chore of the house three times a lease."""
        while True:
            try:
                await chore()
            except Unavailable as error:
                self._report("waits", "", error.service)
            await self._machine.clock.sleep(self._habits.lease / 3)

    async def _archive(self) -> None:
        before = self._machine.clock.now() - self._habits.retention
        await self._machine.store.archive(before)

    async def _renew(self) -> None:
        for run_id, (output, task) in list(self._claims.items()):
            deadline = self._machine.clock.now() + self._habits.lease
            renewed = await self._machine.store.renew(run_id, output.seen.run.attempt, deadline)
            # One that is just ending its run sees for itself, and has waiters to tell.
            if not renewed and not output.ending:
                # Ended or claimed by another: stop, even in the middle of a slow step.
                self._report("lost", run_id, f"attempt {output.seen.run.attempt}")
                task.cancel()

    async def _sweep_bus(self, tasks: asyncio.TaskGroup) -> None:
        """Look at what the bus' list says nobody is working on."""
        for work in await self._machine.bus.stale(self._name, self._habits.lease):
            await self._start_if_room(tasks, partial(self._finish_work, work))

    async def _sweep_store(self, tasks: asyncio.TaskGroup) -> None:
        """Look at what the store says nobody is working on."""
        for run_id in await self._machine.store.overdue(self._machine.clock.now()):
            await self._start_if_room(tasks, partial(self.handle, run_id))

    async def _start_if_room(
        self, tasks: asyncio.TaskGroup, job: Callable[[], Awaitable[None]]
    ) -> None:
        if self._room.locked():
            return  # the next sweep finds it again
        await self._room.acquire()
        self._start(tasks, job)

    async def handle(self, run_id: str) -> None:
        """Claim the run, if it is to be had, and see it to its end."""
        while run_id not in self._claims:
            seen = await self._claim(run_id)
            if seen is None:
                return
            if await self._attempt(Output(self._machine, seen)):
                return

    async def _claim(self, run_id: str) -> StoredRun | None:
        """The run with our claim on it, or `None`."""
        seen = await self._machine.store.run(run_id)
        if seen is None or seen.run.status in TERMINAL:
            return None
        now = self._machine.clock.now()
        if seen.deadline is not None and seen.deadline > now:
            return None
        try:
            if seen.run.attempt >= MAX_ATTEMPTS:
                await moves.end(self._machine, "worker", seen, RunStatus.FAILED)
                return None
            target = await self._claimed_status(seen)
        except moves.Refused:
            return None
        deadline = now + self._habits.lease
        if not await self._machine.store.claim(
            seen, target=target, owner=self._name, now=now, deadline=deadline
        ):
            return None
        attempt = seen.run.attempt + 1
        self._report("claimed", run_id, f"attempt {attempt}")
        return replace(seen, run=replace(seen.run, status=target, attempt=attempt))

    async def _claimed_status(self, seen: StoredRun) -> RunStatus:
        """A takeover writes no status; a first claim moves the run to running."""
        if seen.run.status in AT_WORK:
            return seen.run.status
        return await moves.allowed(self._machine, "worker", seen, RunStatus.RUNNING)

    async def _attempt(self, output: Output) -> bool:
        """Generate under this claim; `False` if the attempt failed and the next one is due."""
        run = output.seen.run
        task = asyncio.create_task(self._generate(output))
        self._claims[run.id] = (output, task)
        try:
            await task
        except Lost:
            return True
        except asyncio.CancelledError:
            if not task.cancelled() or _is_cancelled():
                raise
            return True  # housekeeping stopped it, for the claim is not ours any more
        except ModelFailed as error:
            self._report("failed", run.id, str(error))
            return await self._give_up(output)
        finally:
            task.cancel()
            del self._claims[run.id]
        return True

    async def _give_up(self, output: Output) -> bool:
        """End the run if that was its last attempt, else let the claim lapse at once."""
        run = output.seen.run
        try:
            if run.attempt >= MAX_ATTEMPTS:
                return await output.finish(RunStatus.FAILED)
        except Lost:
            return True
        now = self._machine.clock.now()
        return not await self._machine.store.renew(run.id, run.attempt, now)

    async def _generate(self, output: Output) -> None:
        attempt = str(output.seen.run.attempt)
        if output.seen.run.attempt > 1:
            await output.write(RERUN, [attempt])
        while True:
            inputs = output.seen.run.inputs
            await self._answer(output, inputs)
            grown = len(output.seen.run.inputs) > len(inputs)
            if not grown and await output.finish(RunStatus.DONE, inputs=len(inputs)):
                return
            self._report("reran", output.seen.run.id, "merged input", output.seen.next_seq)
            await output.write(RERUN, [attempt])

    async def _answer(self, output: Output, inputs: tuple[str, ...]) -> None:
        """Write an answer to these inputs; stop early once they have grown."""
        texts = self._texts(output.seen.run.id, inputs)
        grouped = batches(texts, self._habits.batching, self._machine.clock)
        async with aclosing(grouped):
            async for batch in grouped:
                await output.write(DELTA, batch)
                if await self._grown(output, len(inputs)):
                    return

    async def _texts(self, run_id: str, inputs: tuple[str, ...]) -> AsyncGenerator[str, None]:
        try:
            async with aclosing(self._model.generate(run_id, inputs)) as texts:
                async for text in texts:
                    yield text
        except Exception as error:
            raise ModelFailed(f"{type(error).__name__}: {error}") from error

    async def _grown(self, output: Output, inputs: int) -> bool:
        """Whether a message was merged in. The mark only says when to look; the store knows."""
        # Wiped before the look: a merge that comes after the look leaves a new one.
        if not await output.take_mark():
            return False
        stored = await output.refresh()
        return len(stored.run.inputs) > inputs

    def _report(self, what: str, run_id: str, detail: str, seq: int | None = None) -> None:
        self._machine.log(Record("worker", what, run_id, seq, detail))


def _is_cancelled() -> bool:
    """Whether it is this very task that is being cancelled, not one that it waits for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
