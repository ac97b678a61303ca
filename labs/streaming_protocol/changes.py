"""Changes: the next write of a response, and what follows every write.

Knows the journal and the bus. Promises: an event is in the journal before it is on the bus; a
number is used once; what the bus did not take is found in the journal by whoever misses it.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from labs.protocol import Event, Json, Response, ToolPhase, ToolRun
from labs.runtime.ports import Unavailable
from labs.streaming_protocol import wire
from labs.streaming_protocol.desk import Desk
from labs.streaming_protocol.journal import Asked, Change, Line, Stored

Told = tuple[str, dict[str, Json]]
"""What an event says: its type and its data."""


def changed(
    seen: Stored,
    now: datetime,
    told: Sequence[Told] = (),
    *,
    response: Response | None = None,
    position: int | None = None,
    lines: Sequence[Line] = (),
    asked: Sequence[Asked] = (),
) -> Change:
    """The write that tells these events and leaves the rest as it was seen."""
    response = seen.response if response is None else response
    events = tuple(
        Event(response.id, seen.next_seq + at, now, kind, data, seen.next_seq + at)
        for at, (kind, data) in enumerate(told)
    )
    after = replace(
        seen,
        response=response,
        position=seen.position if position is None else position,
        next_seq=seen.next_seq + len(events),
        version=seen.version + 1,
    )
    return Change(after, events, tuple(lines), tuple(asked))


async def publish(desk: Desk, change: Change) -> None:
    """Put the events of a write that was done on the bus."""
    if not change.events:
        return
    response_id = change.after.response.id
    try:
        await desk.bus.publish(response_id, [wire.fragment(event) for event in change.events])
    except Unavailable as error:
        desk.report("journal", "unheard", response_id, detail=error.service)


def tool(response: Response, operation_id: str) -> ToolRun | None:
    """The run of that operation in this response."""
    return next((run for run in response.tools if run.operation_id == operation_id), None)


def with_phase(response: Response, operation_id: str, phase: ToolPhase) -> Response:
    """The response with that run in that phase."""
    tools = [
        replace(run, phase=phase) if run.operation_id == operation_id else run
        for run in response.tools
    ]
    return replace(response, tools=tuple(tools))
