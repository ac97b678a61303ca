"""Scenarios: what happens to a run, played on the whole running system over real HTTP.

Knows the system and its client; judges nothing. A scenario holds the model at a gate and moves
the clock by hand, and it waits for events only: so it shows the same on every run of a seed.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import timedelta

from labs.checking import Bench
from labs.run_state_machine.contract import CalledParts
from labs.runs import MERGE_WINDOW, RunStatus
from labs.runtime.client import Accepted, Event
from labs.runtime.disorder import BLOCK_SIZE
from labs.runtime.model import ScriptedModel
from labs.runtime.output import Lost, Output
from labs.runtime.ports import DELTA, RERUN
from labs.runtime.system import PATIENT, System, open_system
from labs.runtime.trace import Record
from labs.runtime.worker import Habits

SESSION = "session-1"
FIRST, SECOND = "Where is my refund?", "I would rather have an exchange."
_TWO_BLOCKS = 2 * BLOCK_SIZE


@dataclass(frozen=True)
class Watched:
    """What one waiter was shown, and how often its gateway had to ask the store for more."""

    events: Sequence[Event]
    asked: int

    @property
    def refilled(self) -> bool:
        """Whether its gateway had to ask at all."""
        return self.asked > 0

    @property
    def seqs(self) -> list[int]:
        """The numbers, in the order shown."""
        return [e.seq for e in self.events if e.seq is not None]

    @property
    def reply(self) -> str:
        """What a reader sees in the end: a rerun voids what stands before it."""
        shown: list[str] = []
        for event in self.events:
            if event.kind == RERUN:
                shown.clear()
            shown.append(event.text)
        return "".join(shown).strip()


class Watch:
    """One waiter at work: reads what its gateway has sent, and no further."""

    def __init__(self, system: System, events: AsyncGenerator[Event, None], name: str) -> None:
        self._system = system
        self._events = events
        self._name = name
        self.seen: list[Event] = []

    async def first(self, count: int) -> None:
        """Read until `count` events were shown, or until it is clear that they will not be."""
        while len(self.seen) < count:
            if len(self.seen) == len(self._records("sent")):
                if self._records("lacks", "gave up") or self._has_all(count):
                    return
                await self._news(len(self._system.trace.records))
                continue
            self.seen.append(await anext(self._events))

    async def rest(self) -> Watched:
        """Read to the end of the stream."""
        self.seen += [event async for event in self._events]
        return self.so_far()

    def so_far(self) -> Watched:
        """What was shown up to now."""
        return Watched(tuple(self.seen), len(self._records("refilled", "gave up")))

    def _has_all(self, count: int) -> bool:
        """Whether the bus has brought it all and the gateway waits for more."""
        received = {r.seq for r in self._records("received")}
        last = self._records("received", "sent", "listens")[-1:]
        return received >= set(range(count)) and [r.what for r in last] == ["listens"]

    def _records(self, *whats: str) -> list[Record]:
        return [r for r in self._system.trace.of("gateway", *whats) if r.detail == self._name]

    async def _news(self, known: int) -> None:
        await self._system.trace.until(lambda _: True, count=known + 1)


@asynccontextmanager
async def playing(bench: Bench, habits: Habits = PATIENT) -> AsyncIterator[System]:
    """A running system on the code under trial, which ends with that code's first fault."""
    parts = CalledParts(bench.caller)
    async with (
        asyncio.TaskGroup() as tasks,
        open_system(bench.site, parts, bench.seed, habits) as system,
    ):
        watching = tasks.create_task(parts.alarm.wait())
        yield system
        watching.cancel()


async def attached(
    system: System,
    stack: AsyncExitStack,
    run_id: str,
    number: int,
    named: str | None = None,
) -> Watch:
    """The `number`-th waiter of the system, connected, its replay behind it."""
    events = await stack.enter_async_context(system.client.watch(run_id, named))
    name = f"waiter {number}"
    await system.trace.until(lambda r: r.what in ("attached", "left") and r.detail == name)
    return Watch(system, events, name)


def _answer(bench: Bench, *inputs: str) -> Sequence[str]:
    return ScriptedModel(bench.seed).fragments(inputs)


# --- state ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class LateFragment:
    """A run, and a fragment that came after its end. `status`: the run's, in the end."""

    refused_move: str | None
    finished: bool
    written: bool
    status: str
    log: Sequence[str]


async def late_fragment(bench: Bench) -> LateFragment:
    """A run is done; a worker that was cut off wakes up and writes on."""
    async with playing(bench) as system:
        run = await system.client.send(SESSION, FIRST)
        over = await system.trace.until(
            lambda r: r.actor == "worker" and r.what in ("ended", "refused")
        )
        if over.what == "refused":
            return LateFragment(over.detail, False, False, "", [str(over)])
        return await wake_late(system, run)


async def wake_late(system: System, run: Accepted) -> LateFragment:
    """The run has ended; a worker that still believes it streams writes one more fragment."""
    store = system.machine.store
    ended = await store.run(run.run_id)
    assert ended is not None
    believed = replace(ended, run=replace(ended.run, status=RunStatus.STREAMING))
    with suppress(Lost):
        await Output(system.machine, believed).write(DELTA, ["too late"])
    after = await store.run(run.run_id)
    assert after is not None
    refusals = system.trace.of("worker", "refused")
    return LateFragment(
        refused_move=None,
        finished=ended.run.status == RunStatus.DONE,
        written=after.next_seq > ended.next_seq,
        status=await system.client.status(run.run_id),
        log=[str(r) for r in refusals],
    )


# --- orderer -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stream:
    """One waiter's stream: what the bus brought, what was shown, what the model had said."""

    received: Sequence[int]
    watched: Watched
    answer: Sequence[str]


async def disordered_stream(bench: Bench) -> Stream:
    """One waiter watches a whole run through a bus that swaps and repeats."""
    async with (
        playing(bench) as system,
        AsyncExitStack() as stack,
    ):
        system.gate.allow(0)
        run = await system.client.send(SESSION, FIRST)
        watch = await attached(system, stack, run.run_id, 1)
        system.gate.open()
        watched = await watch.rest()
        received = [r.seq for r in system.trace.of("gateway", "received") if r.seq is not None]
        return Stream(received, watched, _answer(bench, FIRST))


async def three_waiters(bench: Bench) -> tuple[Sequence[Watched], Sequence[str]]:
    """Two waiters from the start and one that comes in the middle, on one run."""
    async with (
        playing(bench) as system,
        AsyncExitStack() as stack,
    ):
        system.gate.allow(0)
        run = await system.client.send(SESSION, FIRST)
        watches = [await attached(system, stack, run.run_id, number) for number in (1, 2)]
        system.gate.allow(_TWO_BLOCKS)
        for watch in watches:
            await watch.first(_TWO_BLOCKS)
        watches.append(await attached(system, stack, run.run_id, 3))
        system.gate.open()
        return [await watch.rest() for watch in watches], _answer(bench, FIRST)


# --- resume --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Cut:
    """A stream in two parts, before the cut and after the return; `last` is the number named."""

    before: Watched
    after: Watched
    last: int | None
    end: int


async def cut_and_back(bench: Bench, cut: int = 6) -> Cut:
    """The connection is cut after six fragments; the client comes back with the last number."""
    async with playing(bench) as system:
        system.gate.allow(0)
        run = await system.client.send(SESSION, FIRST)
        async with AsyncExitStack() as stack:
            watch = await attached(system, stack, run.run_id, 1)
            system.gate.allow(_TWO_BLOCKS)
            await watch.first(cut)
            before = watch.so_far()
        last = before.seqs[-1] if before.seqs else None
        async with AsyncExitStack() as stack:
            named = None if last is None else str(last)
            watch = await attached(system, stack, run.run_id, 2, named)
            system.gate.open()
            after = await watch.rest()
        ended = await system.machine.store.run(run.run_id)
        assert ended is not None
        return Cut(before, after, last, ended.next_seq - 1)


async def forged_headers(bench: Bench, forged: Sequence[str]) -> list[tuple[str, str]]:
    """For each forged Last-Event-ID, what came of it: the first number, or the error."""
    async with playing(bench) as system:
        run = await system.client.send(SESSION, FIRST)
        await system.trace.until(lambda r: r.what == "ended")
        outcomes = []
        for value in forged:
            async with system.client.watch(run.run_id, value) as events:
                seqs = [event.seq async for event in events]
                outcomes.append((value, str(seqs[0]) if seqs else "no stream"))
        return outcomes


# --- merge ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Interruption:
    """Two messages and what the first one's waiter saw. `rerun_from`: the worker's word for it."""

    first: Accepted
    second: Accepted
    watched: Watched
    rerun_from: int | None
    log: Sequence[str]


async def interruption(bench: Bench) -> Interruption:
    """A second message comes ten seconds into a run, while the worker is at it."""
    async with (
        playing(bench) as system,
        AsyncExitStack() as stack,
    ):
        system.gate.allow(0)
        first = await system.client.send(SESSION, FIRST)
        watch = await attached(system, stack, first.run_id, 1)
        system.gate.allow(_TWO_BLOCKS)
        await watch.first(_TWO_BLOCKS)
        system.clock.advance(timedelta(seconds=10))
        second = await system.client.send(SESSION, SECOND)
        system.gate.open()
        watched = await watch.rest()
        reruns = system.trace.of("worker", "reran")
        return Interruption(
            first, second, watched, reruns[0].seq if reruns else None, [str(r) for r in reruns]
        )


async def separate_messages(bench: Bench) -> list[tuple[str, Accepted]]:
    """Messages that come too late, or while nobody is at work: what each was answered."""
    async with playing(bench) as system:
        system.gate.allow(0)
        first = await system.client.send(SESSION, FIRST)
        await system.trace.until(lambda r: r.what == "claimed")
        system.clock.advance(MERGE_WINDOW)
        sent = [("first message", first)]
        sent.append(("exactly 30 s later (run at work)", await _again(system)))
        sent.append(("at once (latest run pending)", await _again(system)))
        system.gate.open()
        for run_id in dict.fromkeys(answer.run_id for _, answer in sent):
            async with system.client.watch(run_id) as events:
                async for _ in events:
                    pass
        sent.append(("at once (latest run done)", await _again(system)))
        return sent


async def _again(system: System) -> Accepted:
    return await system.client.send(SESSION, SECOND)
