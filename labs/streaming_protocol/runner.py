"""The runner: generates one response, from wherever it stands to its end.

Knows the script, the pen and the toolbox; nothing of HTTP. It can be killed anywhere and another
one goes on: how far it had come stands in the journal, and the ledger is told it once more.
"""

import asyncio
from collections.abc import Sequence
from functools import partial

from labs.protocol import Response, ToolPhase, ToolRun
from labs.streaming_protocol.agent import Break, Item, Say, Step, Use, script
from labs.streaming_protocol.changes import Told, changed, tool
from labs.streaming_protocol.desk import Desk
from labs.streaming_protocol.journal import Change, Stored
from labs.streaming_protocol.moderation import moderated
from labs.streaming_protocol.outside import TOOLS
from labs.streaming_protocol.parts import Arguments
from labs.streaming_protocol.pen import Lost, Pen
from labs.streaming_protocol.permits import Permits
from labs.streaming_protocol.results import UNDO
from labs.streaming_protocol.toolbox import Toolbox
from labs.streaming_protocol.waiting import News, first

_GOING_ON = (ToolPhase.RUNNING, ToolPhase.CANCELLING)


class Runner:
    """Generates one response, which was claimed for it.

    Whoever has changed something in the journal calls `look`.
    """

    def __init__(self, desk: Desk, claimed: Stored) -> None:
        self._desk = desk
        self._id = claimed.response.id
        self._root = claimed.root
        self._items = script(claimed.text, claimed.structured)
        self._pen = Pen(desk, claimed)
        self._news = News()
        self._stopped = asyncio.Event()
        self._places = asyncio.Semaphore(desk.habits.places)

    def look(self, *, stopped: bool = False) -> None:
        """Something was decided; `stopped`: the user wants everything stopped."""
        if stopped:
            self._stopped.set()
        self._news.announce()

    async def renew(self) -> bool:
        """Keep the claim, and see what was decided elsewhere; `False` if it is not ours any more.

        That it was decided is told at once only where it was: this is how others hear of it.
        """
        try:
            await self._pen.renew()
        except Lost:
            return False
        self.look(stopped=self._pen.seen.stopped_at is not None)
        return True

    async def run(self) -> None:
        """Generate until the response has ended or is somebody else's."""
        try:
            await self._pen.catch_up()
            ledger = await self._desk.parts.ledger()
            toolbox = Toolbox(self._desk, self._pen, ledger, self._stopped)
            await toolbox.replay(await self._desk.journal.lines(self._root))
            await self._generate(toolbox)
        except Lost:
            self._desk.report("runner", "lost", self._id)

    async def _generate(self, toolbox: Toolbox) -> None:
        permits = Permits(self._desk, self._pen, toolbox, self._news)
        if await self._pen.change(self._started):
            self._timed("time_to_first_event_seconds")
        while not await self._is_stopped() and self._pen.seen.position < len(self._items):
            match self._items[self._pen.seen.position]:
                case Say():
                    await self._say()
                case Step(uses):
                    await self._step(uses, permits, toolbox)
                case Break():
                    await self._pen.end("response.failed", {"reason": "model_broke_off"})
                    return
        if await self._is_stopped():
            await self._settle(toolbox)
            await self._pen.end("response.cancelled", {"reason": "stopped"})
            return
        await self._pen.end("response.completed", {"text": moderated(self._said(len(self._items)))})

    def _started(self, seen: Stored) -> Change | None:
        if seen.response.status != "pending":
            return None
        response = Response(self._id, "streaming", seen.response.tools)
        now = self._desk.clock.now()
        return changed(seen, now, [("response.started", {})], response=response)

    async def _is_stopped(self) -> bool:
        if self._stopped.is_set():
            await self._pen.refresh()
        elif self._pen.seen.stopped_at is not None:
            self._stopped.set()
        return self._pen.seen.stopped_at is not None

    async def _say(self) -> None:
        """Say the next piece, or as many as are to be checked together."""
        at = self._pen.seen.position
        self._desk.report("runner", "comes to", self._id, seq=at)
        pieces: list[str] = []
        for item in self._items[at : at + self._desk.moderation.chunk]:
            if not isinstance(item, Say):
                break
            gate = self._desk.gates("words")
            if not await first(gate.passage(), self._stopped.wait()):
                return
            pieces.append(item.text)
        before = self._pieces(at)
        shown = self._desk.moderation.shown(before, pieces)
        told: Told = ("output_text.delta", {"text": shown})
        if await self._pen.change(partial(self._further, at + len(pieces), [told])) and not before:
            self._timed("time_to_first_text_seconds")

    def _further(self, position: int, told: Sequence[Told], seen: Stored) -> Change | None:
        if seen.stopped_at is not None:
            return None
        return changed(seen, self._desk.clock.now(), told, position=position)

    async def _step(self, uses: Sequence[Use], permits: Permits, toolbox: Toolbox) -> None:
        at = self._pen.seen.position
        await self._pen.change(partial(self._waiting, uses))
        try:
            async with asyncio.TaskGroup() as tasks:
                for use in uses:
                    tasks.create_task(self._use(use, permits, toolbox))
        except ExceptionGroup as troubles:
            # One of them speaks for all: whoever has lost the response has lost it for each tool.
            raise troubles.exceptions[0] from None
        await self._pen.change(partial(self._further, at + 1, []))

    def _waiting(self, uses: Sequence[Use], seen: Stored) -> Change | None:
        new = [
            ToolRun(self._operation(use), use.tool, ToolPhase.WAITING, TOOLS[use.tool].semantics)
            for use in uses
            if tool(seen.response, self._operation(use)) is None
        ]
        if seen.stopped_at is not None or not new:
            return None
        response = seen.response
        tools = Response(response.id, response.status, (*response.tools, *new))
        return changed(seen, self._desk.clock.now(), response=tools)

    async def _use(self, use: Use, permits: Permits, toolbox: Toolbox) -> None:
        operation_id, permit = self._operation(use), None
        async with self._places:
            if self._stopped.is_set():
                async with self._pen.one_at_a_time:
                    await self._pen.refresh()
            run = tool(self._pen.seen.response, operation_id)
            if run is None or run.phase == ToolPhase.CANCELLED:
                return
            # A permission is used up by the beginning; what was begun needs no other one.
            if TOOLS[use.tool].needs_approval and not toolbox.knows(operation_id):
                permit = await permits.granted(operation_id, use)
                if permit is None:
                    return
            await toolbox.attempt(operation_id, use.tool, use.meant, permit)

    async def _settle(self, toolbox: Toolbox) -> None:
        """See to what goes on after a Stop, if whoever began it has crashed."""
        for run in self._pen.seen.response.tools:
            arguments = self._arguments(run.operation_id.removesuffix(UNDO))
            if run.phase in _GOING_ON and arguments is not None:
                await toolbox.attempt(run.operation_id, run.name, arguments)

    def _arguments(self, operation_id: str) -> Arguments | None:
        steps = [item for item in self._items if isinstance(item, Step)]
        uses = [use for step in steps for use in step.uses]
        found = [use.meant for use in uses if self._operation(use) == operation_id]
        return found[0] if found else None

    def _operation(self, use: Use) -> str:
        return f"{self._root}/{use.number}"

    def _pieces(self, through: int) -> list[str]:
        items: Sequence[Item] = self._items[self._pen.seen.start : through]
        return [item.text for item in items if isinstance(item, Say)]

    def _said(self, through: int) -> str:
        return "".join(self._pieces(through))

    def _timed(self, name: str) -> None:
        """Note the time since the request."""
        since = self._desk.clock.now() - self._pen.seen.created_at
        self._desk.figures.time(name, since)
