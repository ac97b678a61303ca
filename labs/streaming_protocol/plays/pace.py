"""Pace: the real clock's hand on a system's gates and on its time, so that a person can keep up.

Knows the system's gates, its trace and its clock. A word takes its time, and so does a tool; a
click is under way for a while, as on a real line.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta

from labs.runtime.ports import Clock
from labs.runtime.trace import Record, Trace
from labs.streaming_protocol.outside import EXPORT, MAIL, REFUND, SEARCH
from labs.streaming_protocol.system import System

SECOND = timedelta(seconds=1)
_TOOLS = (SEARCH, EXPORT, MAIL, REFUND)


@dataclass(frozen=True)
class Pace:
    """How long a word takes, a tool, and the way from the page to the server."""

    clock: Clock
    word: timedelta = timedelta(milliseconds=120)
    tool: timedelta = timedelta(seconds=3)
    way: timedelta = timedelta(milliseconds=400)


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
    """A system in which words and tools take their time, and time goes on."""

    def __init__(self, system: System, pace: Pace, tasks: asyncio.TaskGroup) -> None:
        self._system, self._pace, self._tasks = system, pace, tasks
        self._due: Counter[str] = Counter()
        self._under_way: set[asyncio.Task[None]] = set()
        self._close()

    async def run(self) -> None:
        """Let pass, in time, whatever comes to a gate."""
        async for record in follow(self._system.trace):
            match (record.actor, record.what, *record.detail.partition(":")):
                case ("service", "accepted", *_):
                    self._close()
                case ("runner", "comes to", *_):
                    self._under_way.add(self._tasks.create_task(self._word()))
                case ("toolbox", "at", name, _, "begun") if name in _TOOLS:
                    self._under_way.add(self._tasks.create_task(self._tool(name)))
                case ("toolbox", "at", name, _, "done"):
                    self._due[name] = max(0, self._due[name] - 1)
                case ("toolbox", "asked about", *_):
                    # Only a ledger that is wrong doubts here: nothing is to hang for it.
                    for tool in _TOOLS:
                        self._system.gates(tool).open()

    def _close(self) -> None:
        """Nothing is left of the response before, which may have been stopped in the middle."""
        while self._under_way:
            self._under_way.pop().cancel()
        self._due.clear()
        for name in ("words", *_TOOLS):
            self._system.gates(name).allow(0)

    async def _word(self) -> None:
        await self._pace.clock.sleep(self._pace.word)
        self._system.gates("words").allow(1)

    async def _tool(self, name: str) -> None:
        await self._pace.clock.sleep(self._pace.tool)
        # Two of one name may end at one moment: the gate is told of both.
        self._due[name] += 1
        self._system.gates(name).allow(self._due[name])
