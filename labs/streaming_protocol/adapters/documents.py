"""A stored response as a document, and back.

Knows the words of the lab and JSON; no database.
"""

from dataclasses import asdict
from datetime import datetime
from typing import cast

from labs.protocol import Json, Record, Response, Semantics, ToolPhase, ToolRun
from labs.streaming_protocol.journal import Stored

_TIMES = ("created_at", "deadline", "stopped_at", "ended_at")


def as_document(stored: Stored) -> dict[str, Json]:
    """The response in words of JSON."""
    document: dict[str, Json] = asdict(stored)
    for name, at in zip(_TIMES, _times(stored), strict=True):
        document[name] = None if at is None else at.isoformat()
    return document


def from_document(document: dict[str, Json]) -> Stored:
    """The response of a document."""
    said = cast(dict[str, str | None], document)
    times = {name: said[name] for name in _TIMES}
    words: dict[str, object] = {**document, "response": _response(document["response"])}
    words |= {name: at and datetime.fromisoformat(at) for name, at in times.items()}
    words["record"] = _record(document["record"])
    return _stored(**words)


def _stored(**words: object) -> Stored:
    return Stored(**words)  # type: ignore[arg-type]


def _response(said: Json) -> Response:
    match said:
        case {"id": str(response_id), "status": str(status), "tools": list(tools)}:
            return Response(response_id, status, tuple(map(_tool, tools)))
    raise ValueError("this is no response")


def _tool(said: Json) -> ToolRun:
    match said:
        case {"operation_id": str(i), "name": str(name), "phase": phase, "semantics": semantics}:
            return ToolRun(i, name, ToolPhase(str(phase)), Semantics(str(semantics)))
    raise ValueError("this is no tool's run")


def _record(said: Json) -> Record | None:
    match said:
        case {"kind": str(kind), "text": str(text), "incomplete_reason": why, "payload": payload}:
            return Record(kind, text, cast(str | None, why), payload)
    return None


def _times(stored: Stored) -> tuple[datetime | None, ...]:
    return stored.created_at, stored.deadline, stored.stopped_at, stored.ended_at
