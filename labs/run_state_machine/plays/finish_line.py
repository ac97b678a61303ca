"""The finish line: a message joins a run in the very moment in which its worker ends it.

Two updates on one row of the store, and each names what it expects to find there. Whoever writes
first wins, and the other one reads again and decides. A door in front of each decides here who
that is.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from labs.calls import Answer, Call, Caller
from labs.checking import Bench
from labs.naming import Named
from labs.run_state_machine.plays.reading import reply
from labs.run_state_machine.plays.stage import on_stage
from labs.run_state_machine.scenarios import FIRST, SECOND, SESSION, playing
from labs.runs import Run, RunStatus
from labs.runtime.client import Accepted
from labs.runtime.disorder import BLOCK_SIZE
from labs.runtime.system import System
from labs.shown import named
from labs.widgets.wording import listed

Winner = Literal["message", "worker"]


@dataclass(frozen=True)
class Finish:
    """Who wrote first, what the rule was asked, and what came of both."""

    winner: Winner
    asked: Sequence[tuple[str, bool]]
    second: Accepted
    reran: bool
    replies: Mapping[str, str]

    def __repr__(self) -> str:
        asked = ", then ".join(f"a {status} run: {answer}" for status, answer in self.asked)
        done = "its first `done` was refused; it generated again" if self.reran else "wrote `done`"
        rows = [
            ("first to write", f"the {self.winner}"),
            ("should_merge", f"asked about {asked}"),
            ("the message", f"merged: {self.second.merged}, in {self.second.run_id}"),
            ("the worker", done),
            *((run, f"answers about {_subjects(text)}") for run, text in self.replies.items()),
        ]
        return repr(named(rows))


def _subjects(reply: str) -> str:
    return listed([word for word in ("refund", "exchange") if word in reply]) or "neither"


class _Door:
    """Holds back the first answer to a certain call, so that its asker does not write yet."""

    def __init__(self, holds: Callable[[Call], bool]) -> None:
        self._holds = holds
        self.reached = asyncio.Event()
        self._opened = asyncio.Event()

    async def pass_by(self, call: Call) -> None:
        """Wait here, if it is a call to hold and the door is shut."""
        if self._holds(call):
            self.reached.set()
            await self._opened.wait()

    def open(self) -> None:
        """Hold nobody from now on."""
        self._opened.set()


class _Guarded:
    """A caller with a door behind each answer; remembers what the merge rule said."""

    def __init__(self, caller: Caller, door: _Door) -> None:
        self._caller = caller
        self._door = door
        self.asked: list[tuple[str, bool]] = []

    async def call(self, exercise: str, calls: Sequence[Call]) -> Sequence[Answer]:
        """Make the calls; the answers come when the door lets them."""
        answers = await self._caller.call(exercise, calls)
        for call, answer in zip(calls, answers, strict=True):
            if call.name == "should_merge" and isinstance(prev := call.args[0], Run):
                self.asked.append((prev.status, answer.value is True))
            await self._door.pass_by(call)
        return answers


async def race(should_merge: object, first: Winner) -> Finish:
    """The race, `first` being whose update the store gets first: the message's or the worker's."""
    door = _Door(_about_to_finish if first == "message" else _about_to_merge)
    async with on_stage(Named("should_merge", should_merge)) as bench:
        guarded = _Guarded(bench.caller, door)
        return await _raced(replace(bench, caller=guarded), guarded, door, first)


def _about_to_finish(call: Call) -> bool:
    return call.name == "transition" and call.args[1] == RunStatus.DONE


def _about_to_merge(call: Call) -> bool:
    return call.name == "should_merge" and call.args[0] is not None


async def _raced(bench: Bench, guarded: _Guarded, door: _Door, first: Winner) -> Finish:
    async with playing(bench) as system:
        system.gate.allow(0)
        run = await system.client.send(SESSION, FIRST)
        if first == "message":
            second = await _message_first(system, door)
        else:
            second = await _worker_first(system, run, door)
        runs = dict.fromkeys((run.run_id, second.run_id))
        replies = {run_id: await _reply(system, run_id) for run_id in runs}
        reran = bool(system.trace.of("worker", "reran"))
        return Finish(first, tuple(guarded.asked), second, reran, replies)


async def _message_first(system: System, door: _Door) -> Accepted:
    """The worker has said its last piece and is about to write `done`; a message comes."""
    system.gate.open()
    await door.reached.wait()
    second = await system.client.send(SESSION, SECOND)
    door.open()
    return second


async def _worker_first(system: System, run: Accepted, door: _Door) -> Accepted:
    """The gateway has found the run streaming and is about to merge; the worker ends it."""
    system.gate.allow(BLOCK_SIZE)
    async with system.client.watch(run.run_id) as events:
        await anext(events)
    sending = asyncio.create_task(system.client.send(SESSION, SECOND))
    await door.reached.wait()
    system.gate.open()
    await system.trace.until(lambda r: r.what == "ended")
    door.open()
    return await sending


async def _reply(system: System, run_id: str) -> str:
    async with system.client.watch(run_id) as events:
        return reply([event async for event in events])
