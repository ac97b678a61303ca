"""The view: how a response stands, for whoever comes to it.

Knows the journal, the fold and the roles. Content is for the owner. An operator sees states and
figures, and nothing that somebody has written.
"""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import asdict

from labs.protocol import Event, Json, Response, ResponseState, ToolPhase
from labs.streaming_protocol.desk import Desk
from labs.streaming_protocol.journal import Stored

PAGE = 200
_TOLD = {ToolPhase.COMMITTED: "completed"}
_STOPPED = (ToolPhase.CANCELLED, ToolPhase.CANCELLING)
_GOING_ON = (ToolPhase.WAITING, ToolPhase.RUNNING)


async def stored_pages(
    desk: Desk, response_id: str, start: int
) -> AsyncGenerator[Sequence[Event], None]:
    """The response's events from that number on, as far as there are any, page by page."""
    while page := await desk.journal.events(response_id, start, PAGE):
        yield page
        start = page[-1].seq + 1


async def state_of(desk: Desk, stored: Stored) -> ResponseState:
    """What a client knows that has seen everything that there was when it was stored so."""
    if stored.archived:
        return _archived(stored)
    state = ResponseState(stored.response.id)
    async with aclosing(stored_pages(desk, stored.response.id, 0)) as pages:
        async for page in pages:
            seen = [event for event in page if event.seq < stored.next_seq]
            state = await desk.parts.fold(state, seen)
    return state


async def snapshot(desk: Desk, stored: Stored) -> Event:
    """One event that stands for all that were."""
    state = await state_of(desk, stored)
    names = ("draft", "status", "final", "incomplete_reason", "tools", "approval")
    said: dict[str, Json] = asdict(state)
    last = stored.next_seq - 1
    at = stored.ended_at or desk.clock.now()
    return Event(stored.response.id, last, at, "snapshot", {n: said[n] for n in names}, 0)


def notice(response: Response) -> dict[str, list[Json]]:
    """What a Stop has stopped, what goes on all the same, and what had been done before."""
    groups = {"stopped": _STOPPED, "still_running": _GOING_ON, "done": (ToolPhase.COMMITTED,)}
    return {
        group: [run.operation_id for run in response.tools if run.phase in phases]
        for group, phases in groups.items()
    }


def for_operator(stored: Stored) -> dict[str, Json]:
    """States and figures."""
    return {
        "response_id": stored.response.id,
        "status": stored.response.status,
        "last_seq": stored.next_seq - 1,
        "worker": stored.worker,
        "attempt": stored.attempt,
        "created_at": stored.created_at.isoformat(),
        "ended_at": None if stored.ended_at is None else stored.ended_at.isoformat(),
        "tools": [
            {
                "operation_id": run.operation_id,
                "name": run.name,
                "phase": str(run.phase),
                "semantics": str(run.semantics),
            }
            for run in stored.response.tools
        ],
    }


async def for_owner(desk: Desk, stored: Stored) -> dict[str, Json]:
    """All of it."""
    state: dict[str, Json] = asdict(await state_of(desk, stored))
    record: Json = None if stored.record is None else asdict(stored.record)
    more: dict[str, Json] = {"text": stored.text, "state": state, "record": record}
    return for_operator(stored) | more | {"notice": {**notice(stored.response)}}


def _archived(stored: Stored) -> ResponseState:
    """What is left of a response whose events have gone: its record says how it ended."""
    record = stored.record
    kept = "" if record is None else record.text
    return ResponseState(
        stored.response.id,
        stored.next_seq - 1,
        stored.response.status,
        draft=kept,
        final=kept if record is not None and record.kind == "final" else None,
        incomplete_reason=None if record is None else record.incomplete_reason,
        tools={r.operation_id: _TOLD.get(r.phase, str(r.phase)) for r in stored.response.tools},
    )
