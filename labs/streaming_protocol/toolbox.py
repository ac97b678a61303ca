"""The toolbox: one response's operations, each guarded by the ledger.

Knows the pen, the ledger and the outside; must not know the script. Promises: what is begun stands
in the journal before it is done, and what came of it is there in one write with its event. What a
crash has left in between is asked about outside, and never blindly done again.
"""

import asyncio
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from labs.protocol import Approval, Begin, Json, Semantics, ToolPhase, ToolRun
from labs.streaming_protocol.changes import changed, tool, with_phase
from labs.streaming_protocol.desk import Desk
from labs.streaming_protocol.journal import Asked, Begun, Change, Finished, Line, Stored
from labs.streaming_protocol.outside import TOOLS, ToolFailed
from labs.streaming_protocol.parts import Arguments, Ledger
from labs.streaming_protocol.pen import Pen
from labs.streaming_protocol.results import CANCELLED, UNDO, ended, phase_of, started


@dataclass(frozen=True)
class _End:
    """How an operation ended. `stopped`: whether the user had said stop when `undo` was decided."""

    operation_id: str
    name: str
    result: Json
    stopped: bool
    undo: tuple[ToolRun, Begun] | None


class Toolbox:
    """Runs operations. `stopped` is set once the user wants everything stopped."""

    def __init__(self, desk: Desk, pen: Pen, ledger: Ledger, stopped: asyncio.Event) -> None:
        self._desk = desk
        self._pen = pen
        self._ledger = ledger
        self._stopped = stopped
        self._known: set[str] = set()

    async def replay(self, lines: Sequence[Line]) -> None:
        """Tell a new ledger what was begun and finished before."""
        for line in lines:
            if isinstance(line, Begun):
                await self._ledger.begin(line.operation_id, line.fingerprint)
                self._known.add(line.operation_id)
            else:
                await self._ledger.finish(line.operation_id, line.result)

    async def attempt(
        self, operation_id: str, name: str, arguments: Arguments, asked: Asked | None = None
    ) -> None:
        """Have an operation done, if it was not done yet; `asked` is the permission it uses up."""
        begun = await self._begun(operation_id, name, arguments, asked)
        if begun is None:
            return
        said, result = begun
        self._report(str(said), operation_id)
        if said != Begin.NEW:
            self._desk.figures.count("duplicate_operations")
        if said == Begin.DONE:
            await self._repeated(operation_id, name, result)
        elif said != Begin.CONFLICT:
            result = await self._found(operation_id) if said == Begin.IN_DOUBT else None
            await self._carried_out(operation_id, name, arguments, result)

    def knows(self, operation_id: str) -> bool:
        """Whether this operation was begun at some time: what it needed a permission for."""
        return operation_id in self._known

    async def point(self, name: str, point: str) -> None:
        """Say how far a tool has come; a check can hold it there."""
        self._desk.report("toolbox", "at", self._pen.seen.response.id, detail=f"{name}:{point}")
        await self._desk.gates(f"{name}:{point}").passage()

    async def _carried_out(
        self, operation_id: str, name: str, arguments: Arguments, result: Json
    ) -> None:
        """Do it, unless its result is known, and finish it; and what takes it back, if that is due.

        Its beginning stands in the journal.
        """
        begun_at = self._now()
        if result is None:
            result = await self._performed(operation_id, name, arguments)
        undo = await self._finish(operation_id, name, arguments, result)
        self._desk.figures.time("tool_seconds", self._now() - begun_at, name)
        await self.point(name, "finished")
        if undo is not None:
            await self._carried_out(undo.operation_id, undo.name, arguments, None)

    async def _begun(
        self, operation_id: str, name: str, arguments: Arguments, asked: Asked | None
    ) -> tuple[Begin, Json] | None:
        """What the ledger says; none if a Stop was faster."""
        fingerprint = await self._desk.parts.payload_hash(name, arguments)
        # The ledger and the journal hear of it in one order, whatever runs beside this.
        async with self._pen.one_at_a_time:
            run = tool(self._pen.seen.response, operation_id)
            if run is None or run.phase == ToolPhase.CANCELLED:
                return None
            said, result = await self._ledger.begin(operation_id, fingerprint)
            if said == Begin.NEW:
                line = Begun(operation_id, fingerprint)
                if not await self._pen.change(lambda seen: self._running(seen, line, name, asked)):
                    return None
        if said == Begin.NEW:
            self._known.add(operation_id)
            await self.point(name, "begun")
        return said, result

    def _running(self, seen: Stored, line: Begun, name: str, asked: Asked | None) -> Change | None:
        run = tool(seen.response, line.operation_id)
        if run is None or run.phase == ToolPhase.CANCELLED:
            return None
        used = () if asked is None else (replace(asked, approval=_used(asked)),)
        return changed(
            seen,
            self._now(),
            [started(line.operation_id, name)],
            response=with_phase(seen.response, line.operation_id, ToolPhase.RUNNING),
            lines=[line],
            asked=used,
        )

    async def _found(self, operation_id: str) -> Json:
        """Ask the outside what became of it; none: it was never done, and can be done now."""
        result = await self._desk.outside.find(operation_id)
        self._report("asked about", operation_id, "not done" if result is None else "done")
        return result

    async def _performed(self, operation_id: str, name: str, arguments: Arguments) -> Json:
        if not await self._unless_cancelled(operation_id, self._desk.gates(name).passage()):
            return CANCELLED
        # Whoever was held up here so long that somebody else goes on must not do it, too.
        async with self._pen.one_at_a_time:
            await self._pen.refresh()
        try:
            result = await self._desk.outside.perform(operation_id, name, arguments)
        except ToolFailed as failed:
            result = {"error": str(failed)}
        await self.point(name, "done")
        return result

    async def _unless_cancelled(self, operation_id: str, waiting: Awaitable[None]) -> bool:
        """Wait for that; `False` if the operation is cancelled before and is one that heeds it."""
        going = asyncio.ensure_future(waiting)
        stop = asyncio.ensure_future(self._stopped.wait())
        try:
            await asyncio.wait([going, stop], return_when=asyncio.FIRST_COMPLETED)
            if self._stopped.is_set() and await self._is_cancelling(operation_id):
                return False
            await going
        finally:
            going.cancel()
            stop.cancel()
        return True

    async def _is_cancelling(self, operation_id: str) -> bool:
        async with self._pen.one_at_a_time:
            await self._pen.refresh()
        run = tool(self._pen.seen.response, operation_id)
        if run is None or TOOLS[run.name].semantics != Semantics.COOPERATIVE:
            return False  # whatever was planned, such a tool hears nothing
        return run.phase == ToolPhase.CANCELLING

    async def _finish(
        self, operation_id: str, name: str, arguments: Arguments, result: Json
    ) -> ToolRun | None:
        """Write how it ended; what takes it back has begun in that same write."""
        async with self._pen.one_at_a_time:
            await self._ledger.finish(operation_id, result)
            while True:
                await self._pen.refresh()
                stopped = self._pen.seen.stopped_at is not None
                undo = await self._undo(operation_id, name, arguments, result) if stopped else None
                end = _End(operation_id, name, result, stopped, undo)
                if await self._pen.change(partial(self._ended, end)):
                    break
                # The user has said stop meanwhile: that may change what is to be done.
        self._report("finished", operation_id, str(phase_of(result)))
        return None if undo is None else undo[0]

    def _ended(self, end: _End, seen: Stored) -> Change | None:
        if (seen.stopped_at is not None) != end.stopped:
            return None
        told = [ended(end.operation_id, end.name, end.result)]
        lines: list[Line] = [Finished(end.operation_id, end.result)]
        response = with_phase(seen.response, end.operation_id, phase_of(end.result))
        if end.undo is not None:
            run, line = end.undo
            told.append(started(run.operation_id, run.name))
            lines.append(line)
            response = replace(response, tools=(*response.tools, run))
        return changed(seen, self._now(), told, response=response, lines=lines)

    async def _undo(
        self, operation_id: str, name: str, arguments: Arguments, result: Json
    ) -> tuple[ToolRun, Begun] | None:
        """What takes this back, if it was done although the user had said stop, and can be."""
        undone_by = TOOLS[name].undone_by
        if undone_by is None or phase_of(result) != ToolPhase.COMMITTED:
            return None
        undo_id = f"{operation_id}{UNDO}"
        fingerprint = await self._desk.parts.payload_hash(undone_by, arguments)
        said, _ = await self._ledger.begin(undo_id, fingerprint)
        if said != Begin.NEW:
            return None
        run = ToolRun(undo_id, undone_by, ToolPhase.RUNNING, TOOLS[undone_by].semantics)
        return run, Begun(undo_id, fingerprint)

    async def _repeated(self, operation_id: str, name: str, result: Json) -> None:
        """Whoever asks again gets the first result."""

        def decide(seen: Stored) -> Change:
            response = with_phase(seen.response, operation_id, phase_of(result))
            told = [ended(operation_id, name, result)]
            return changed(seen, self._now(), told, response=response)

        async with self._pen.one_at_a_time:
            await self._pen.change(decide)

    def _now(self) -> datetime:
        return self._desk.clock.now()

    def _report(self, what: str, operation_id: str, detail: str = "") -> None:
        said = f"{operation_id} {detail}".strip()
        self._desk.report("toolbox", what, self._pen.seen.response.id, detail=said)


def _used(asked: Asked) -> Approval:
    return replace(asked.approval, used=True)
