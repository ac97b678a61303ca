"""Permits: asking for a permission, waiting for it, and judging it when it is used.

Knows the approval rule, the pen and the clock; nothing of what is done with a permission. One that
was given for other arguments is not refused but asked for again: the user sees the new ones.
"""

from functools import partial

from labs.protocol import Approval, Json, ToolPhase
from labs.streaming_protocol.agent import Use
from labs.streaming_protocol.changes import changed, tool, with_phase
from labs.streaming_protocol.desk import Desk
from labs.streaming_protocol.journal import Asked, Change, Stored
from labs.streaming_protocol.parts import Arguments
from labs.streaming_protocol.pen import Pen
from labs.streaming_protocol.toolbox import Toolbox
from labs.streaming_protocol.waiting import News, first

EXPIRED, DENIED, CHANGED, REFUSED = "expired", "denied", "changed", "refused"


class Permits:
    """The permissions of one response. `news`: somebody has clicked, or said stop."""

    def __init__(self, desk: Desk, pen: Pen, toolbox: Toolbox, news: News) -> None:
        self._desk = desk
        self._pen = pen
        self._toolbox = toolbox
        self._news = news

    async def granted(self, operation_id: str, use: Use) -> Asked | None:
        """The permission to use the tool; none if there is none and will be none."""
        asked = await self._standing(operation_id)
        if asked is None:
            asked = await self._ask(operation_id, use.tool, use.arguments)
        while asked is not None and (asked := await self._decision(asked)) is not None:
            problem = await self._problem(asked, use)
            if problem == CHANGED:
                asked = await self._ask(operation_id, use.tool, use.meant)
            elif problem is not None:
                await self._refuse(operation_id, use.tool, problem)
                return None
            else:
                return asked
        return None

    async def _standing(self, operation_id: str) -> Asked | None:
        """What was asked before a crash."""
        asked = await self._desk.journal.waiting(operation_id)
        same = asked is not None and asked.response_id == self._pen.seen.response.id
        return asked if same else None

    async def _ask(self, operation_id: str, name: str, arguments: Arguments) -> Asked | None:
        now = self._desk.clock.now()
        approval = Approval(
            self._desk.new_id("approval"),
            await self._desk.parts.payload_hash(name, arguments),
            granted=False,
            expires_at=now + self._desk.habits.approval,
            used=False,
        )
        asked = Asked(approval, self._pen.seen.response.id, operation_id, name, arguments)
        async with self._pen.one_at_a_time:
            if not await self._pen.change(partial(self._required, asked)):
                return None
        self._report("asked", asked)
        return asked

    def _required(self, asked: Asked, seen: Stored) -> Change | None:
        if _is_cancelled(seen, asked.operation_id):
            return None
        approval = asked.approval
        data: dict[str, Json] = {
            "approval_id": approval.id,
            "operation_id": asked.operation_id,
            "tool": asked.tool,
            "arguments": asked.arguments,
            "payload_hash": approval.payload_hash,
            "expires_at": approval.expires_at.isoformat(),
        }
        now = self._desk.clock.now()
        return changed(seen, now, [("approval.required", data)], asked=[asked])

    async def _decision(self, asked: Asked) -> Asked | None:
        """The permission once somebody has clicked or its time is over; none after a Stop."""
        self._report("awaits", asked)
        while True:
            news = self._news.next
            async with self._pen.one_at_a_time:
                await self._pen.refresh()
            if _is_cancelled(self._pen.seen, asked.operation_id):
                return None
            found = await self._desk.journal.asked(asked.approval.id)
            assert found is not None  # approvals are never deleted
            left = found.approval.expires_at - self._desk.clock.now()
            if found.decided or left.total_seconds() <= 0:
                return found
            await first(news.wait(), self._desk.clock.sleep(left))

    async def _problem(self, asked: Asked, use: Use) -> str | None:
        """Why it cannot be used; None if it can, now."""
        if not asked.decided:
            return EXPIRED
        if not asked.approval.granted:
            return DENIED
        await self._toolbox.point(use.tool, "granted")
        now = self._desk.clock.now()
        if await self._desk.parts.may_execute(asked.approval, use.tool, use.meant, now):
            return None
        return CHANGED if use.meant != asked.arguments else REFUSED

    async def _refuse(self, operation_id: str, name: str, problem: str) -> None:
        data: dict[str, Json] = {"operation_id": operation_id, "tool": name, "reason": problem}

        def decide(seen: Stored) -> Change | None:
            if _is_cancelled(seen, operation_id):
                return None
            response = with_phase(seen.response, operation_id, ToolPhase.FAILED)
            return changed(seen, self._desk.clock.now(), [("tool.failed", data)], response=response)

        async with self._pen.one_at_a_time:
            await self._pen.change(decide)
        self._desk.report("permits", problem, self._pen.seen.response.id, detail=operation_id)

    def _report(self, what: str, asked: Asked) -> None:
        self._desk.report(
            "permits",
            what,
            asked.response_id,
            detail=asked.operation_id,
            tool=asked.tool,
            arguments=asked.arguments,
        )


def _is_cancelled(seen: Stored, operation_id: str) -> bool:
    run = tool(seen.response, operation_id)
    return run is None or run.phase == ToolPhase.CANCELLED
