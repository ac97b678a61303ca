"""The wire: an event as a Server-Sent Event, and on the bus.

Knows the formats and nothing of who sends. `id:` is the seq, `event:` the type, `data:` one line of
JSON with everything that an `Event` holds.
"""

import json
from datetime import datetime
from typing import cast

from sse_starlette import ServerSentEvent

from labs.protocol import Event, Json
from labs.runs import Fragment

CREDIT, ERROR = "credit.used", "error"
"""Events of a connection, not of a response: they have no id."""


def sse(event: Event) -> ServerSentEvent:
    """An event for a client."""
    return _sse(event.type, str(event.seq), _said(event))


def credit_used() -> ServerSentEvent:
    """All that was held has been sent; the reader says when it wants more."""
    return _sse(CREDIT, None, {})


def error(code: str) -> ServerSentEvent:
    """The stream cannot go on; the client comes back with the number it has."""
    return _sse(ERROR, None, {"code": code})


def fragment(event: Event) -> Fragment:
    """An event for the bus."""
    return Fragment(event.response_id, event.seq, event.type, json.dumps(_said(event)))


def event(response_id: str, seq: int, kind: str, line: str) -> Event:
    """An event as it came: from the bus or out of a stream."""
    said = cast(dict[str, Json], json.loads(line))
    at = datetime.fromisoformat(str(said["at"]))
    data = cast(dict[str, Json], said["data"])
    return Event(response_id, seq, at, kind, data, int(str(said["first_seq"])))


def _said(event: Event) -> dict[str, Json]:
    return {"first_seq": event.first_seq, "at": event.at.isoformat(), "data": event.data}


def _sse(kind: str, number: str | None, said: dict[str, Json]) -> ServerSentEvent:
    # ASCII only: some clients take U+2028 for the end of a line.
    line = json.dumps(said, separators=(",", ":"))
    return ServerSentEvent(line, event=kind, id=number, sep="\n")
