"""Pace: the real clock's hand on a system's gates, so that a person can interrupt it.

Knows the system's gates and its trace. A word takes its time, and so does a tool; what a tool has
not finished when it is stopped, nobody waits for.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta

from labs.interruptible_conversation.agent import EXPORT, LOOK_UP, plan
from labs.interruptible_conversation.scenarios.playing import late_word
from labs.interruptible_conversation.system import System
from labs.runtime.ports import Clock
from labs.runtime.trace import Record, Trace

LATE_WORDS = 2
"""Of an answer that is interrupted, so many more words come, too late: they were on their way."""


@dataclass(frozen=True)
class Pace:
    """How long a word takes, and a tool."""

    clock: Clock
    word: timedelta = timedelta(milliseconds=120)
    tool: timedelta = timedelta(seconds=3)


async def follow(trace: Trace) -> AsyncIterator[Record]:
    """All records of the trace, and each new one as it comes."""
    known = 0
    while True:
        await trace.until(lambda _: True, known + 1)
        new = trace.records[known:]
        known += len(new)
        for record in new:
            yield record


class Paced:
    """A system in which words and tools take their time."""

    def __init__(self, system: System, pace: Pace, tasks: asyncio.TaskGroup) -> None:
        self._system, self._pace, self._tasks = system, pace, tasks
        self._tools: dict[str, asyncio.Task[None]] = {}
        self._unsaid: dict[str, deque[str]] = {}
        system.gate.allow(0)
        for name in (EXPORT, LOOK_UP):
            system.tool_gates(name).allow(0)

    async def run(self) -> None:
        """Let pass, in time, whatever comes to a gate."""
        async for record in follow(self._system.trace):
            match (record.actor, record.what):
                case ("conversation", "acts on"):
                    self._unsaid[record.run_id] = deque(plan(record.detail).words)
                case ("voice", "heard"):
                    self._heard(record)
                case ("screen", "dropped"):
                    self._tasks.create_task(self._come_late(record.run_id))
                case ("toolbox", "running"):
                    self._tools[record.run_id] = self._tasks.create_task(self._use(record.detail))
                case ("toolbox", "stopped") if record.run_id in self._tools:
                    self._tools.pop(record.run_id).cancel()

    def _heard(self, record: Record) -> None:
        unsaid = self._unsaid.get(record.run_id)
        if unsaid is None:
            return
        if record.detail and unsaid:
            unsaid.popleft()
        self._tasks.create_task(self._next_word())

    async def _next_word(self) -> None:
        await self._pace.clock.sleep(self._pace.word)
        self._system.gate.allow(1)

    async def _use(self, name: str) -> None:
        await self._pace.clock.sleep(self._pace.tool)
        self._system.tool_gates(name).allow(1)

    async def _come_late(self, turn_id: str) -> None:
        """Words that were under way when the user interrupted."""
        unsaid = list(self._unsaid.pop(turn_id, ()))
        for word in unsaid[:LATE_WORDS]:
            await self._pace.clock.sleep(self._pace.word)
            late = late_word(turn_id, word)
            await self._system.bus.publish(turn_id, [late])
