"""A student's answers, read: each of exactly the type that the contract promises.

Knows the words of the lab. `ValueError` for anything else: a `1` is no True, and an object that
only looks like a Record is none.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import cast

from labs.calls import Odd, Value, Word
from labs.protocol import (
    Begin,
    Event,
    Json,
    Record,
    Response,
    ResponseState,
    Semantics,
    ToolPhase,
    ToolRun,
)

Given = Value | Odd


def yes_or_no(value: Given) -> bool:
    """A bool."""
    if type(value) is bool:
        return value
    raise ValueError


def count(value: Given) -> int:
    """A number of something, 0 or more."""
    if type(value) is int and value >= 0:
        return value
    raise ValueError


def text(value: Given) -> str:
    """A text."""
    if type(value) is str:
        return value
    raise ValueError


def fingerprint(value: Given) -> str:
    """A text that every store can keep."""
    if text(value).isascii() and text(value).isprintable():
        return text(value)
    raise ValueError


def nothing(value: Given) -> None:
    """Whatever a method gives back from which nothing is asked."""


def state(value: Given) -> ResponseState:
    """A ResponseState."""
    match value:
        case Word("ResponseState", (rid, seq, status, draft, final, why, tools, approval, gap)):
            return ResponseState(
                text(rid),
                _number(seq),
                text(status),
                text(draft),
                _text_or_none(final),
                _text_or_none(why),
                _object(tools),
                None if approval is None else _object(approval),
                yes_or_no(gap),
            )
    raise ValueError


def record(value: Given) -> Record:
    """A Record."""
    match value:
        case Word("Record", (kind, said, why, payload)):
            return Record(text(kind), text(said), _text_or_none(why), json_value(payload))
    raise ValueError


def response(value: Given) -> Response:
    """A Response, with a tuple of its tools."""
    match value:
        case Word("Response", (rid, status, tuple() as tools)):
            return Response(text(rid), text(status), tuple(map(_tool, tools)))
    raise ValueError


def begun(value: Given) -> tuple[Begin, Json]:
    """A plain pair of a Begin, or the text that equals one, and a result."""
    if type(value) is tuple and len(value) == 2:
        return Begin(text(value[0])), json_value(value[1])
    raise ValueError


def events(value: Given) -> Sequence[Event]:
    """A list of Events."""
    if type(value) is list:
        return [_event(item) for item in value]
    raise ValueError


def json_value(value: Given) -> Json:
    """What JSON can say; a tuple is not a list."""
    if value is None or type(value) in (bool, int, float, str):
        return cast(Json, value)
    if type(value) is list:
        return [json_value(item) for item in value]
    return _object(value)


def _object(value: Given) -> dict[str, Json]:
    if type(value) is dict:
        return {text(key): json_value(item) for key, item in value.items()}
    raise ValueError


def _number(value: Given) -> int:
    if type(value) is int:
        return value
    raise ValueError


def _text_or_none(value: Given) -> str | None:
    return None if value is None else text(value)


def _tool(value: Given) -> ToolRun:
    match value:
        case Word("ToolRun", (operation_id, name, phase, semantics)):
            kinds = ToolPhase(text(phase)), Semantics(text(semantics))
            return ToolRun(text(operation_id), text(name), *kinds)
    raise ValueError


def _event(value: Given) -> Event:
    match value:
        case Word("Event", (rid, seq, Word("datetime", (at,)), kind, data, first)):
            when = datetime.fromisoformat(text(at))
            return Event(text(rid), _number(seq), when, text(kind), _object(data), _number(first))
    raise ValueError
