"""The toolbox: runs a conversation's tools, and stops those that can be stopped.

Knows the ledger, in which each step is written before it counts. Must not know who asked for a
tool. Two tools run at a time; others wait. A tool that is not cooperative hears no "stop".
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

from labs.conversation import ToolPhase
from labs.interruptible_conversation.background import Background
from labs.interruptible_conversation.desk import Desk
from labs.interruptible_conversation.ledger import Entry

AT_A_TIME = 2


class Toolbox:
    """Runs tools; `tell` hears what becomes of each."""

    def __init__(
        self, desk: Desk, background: Background, tell: Callable[[Entry], Awaitable[None]]
    ) -> None:
        self._desk = desk
        self._background = background
        self._tell = tell
        self._places = asyncio.Semaphore(AT_A_TIME)
        self._running: dict[str, asyncio.Task[None]] = {}

    @property
    def at_work(self) -> int:
        """How many tools run or wait for a place."""
        return len(self._running)

    def start(self, entry: Entry) -> None:
        """Run a tool that is in the ledger, as soon as there is a place for it."""
        tool_id = entry.tool.id
        if tool_id not in self._running:
            task = self._background.start("toolbox", tool_id, partial(self._run, entry))
            self._running[tool_id] = task
            task.add_done_callback(lambda _: self._running.pop(tool_id, None))

    async def stop(self, entry: Entry) -> bool:
        """Ask a tool to stop, which does if it waits or is cooperative; whether it was as seen.

        `False` means that it has moved on meanwhile: read again and decide.
        """
        if not entry.at_work or (
            entry.tool.phase == ToolPhase.RUNNING and not entry.tool.cooperative
        ):
            return True
        if not await self._desk.ledger.stop(entry.tool.id, entry.tool.phase):
            return False
        if entry.tool.id in self._running:
            self._running[entry.tool.id].cancel()
        await self._told(replace(entry, stopped=True))
        return True

    async def close(self) -> None:
        """Leave everything; the ledger says how far it had come."""
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def _run(self, entry: Entry) -> None:
        async with self._places:
            # Asked of the ledger also where it runs already: it may be stopped or done by now.
            if await self._move(entry, entry.tool.phase, ToolPhase.RUNNING):
                await self._desk.gates(entry.tool.name).passage()
                await self._move(entry, ToolPhase.RUNNING, ToolPhase.COMMITTED)

    async def _move(self, entry: Entry, expected: ToolPhase, target: ToolPhase) -> bool:
        if not await self._desk.ledger.move(entry.tool.id, expected, target):
            return False
        await self._told(replace(entry, tool=replace(entry.tool, phase=target)))
        return True

    async def _told(self, entry: Entry) -> None:
        phase = "stopped" if entry.stopped else str(entry.tool.phase)
        self._desk.report("toolbox", phase, entry.tool.id, entry.tool.name)
        await self._tell(entry)
