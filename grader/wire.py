"""The wire between the grader and the process that runs a student's code: JSON, a line a message.

Knows the words of checking; standard library only, for both ends use it. Calls carry the words
of the labs and times, each with a tag. How answers come back is for `answers` to say.
"""

import dataclasses
import enum
import importlib
import json
from collections.abc import Sequence
from datetime import datetime
from typing import Protocol, cast

from labs.checking import Call, Emit, Exercise, Need, Plain

Json = dict[str, "Plain"]
MOST_LINE = 1 << 20
"""No message is longer, in bytes. The longest honest ones are a quarter of that."""

NOTHINGS_LINE = b'{"value":{"is":null},"raised":null,"emitted":[]}'
NOTHINGS_MESSAGE: Json = {"value": {"is": None}, "raised": None, "emitted": []}
"""By far the commonest answer, as a line without its end and as a message."""


class Garbled(ValueError):
    """A message that is not of the form that it should have."""


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


_ENCODER = json.JSONEncoder(separators=(",", ":"))
_DECODER = json.JSONDecoder(parse_constant=_no_number)
_BARE = frozenset({type(None), bool, int, float, str})
"""What crosses as it is."""


def packed(message: Json) -> bytes:
    """The message as a line."""
    return _ENCODER.encode(message).encode() + b"\n"


def unpacked(line: bytes) -> Json:
    """The message in a line.

    Raises:
        Garbled: it is no JSON object.
    """
    if line == NOTHINGS_LINE:
        return NOTHINGS_MESSAGE
    try:
        text = line.decode().rstrip("\n")
        message, end = _DECODER.raw_decode(text)  # no blanks around it: we write none
    except (ValueError, RecursionError) as error:
        raise Garbled("not JSON") from error
    if type(message) is not dict or end != len(text):
        raise Garbled("not an object")
    return message


# --- calls, on their way in ----------------------------------------------------------------


_FLAGS = ("afresh", "watched")


def call_to_json(call: Call) -> Json:
    """A call as JSON: words of the labs by module, name and content."""
    args = [_word_to_json(arg) for arg in call.args]
    said: Json = {"name": call.name, "args": args, "on": call.on, "keep": call.keep}
    flags: Json = {name: True for name in _FLAGS if getattr(call, name)}
    return {**said, **flags} if flags else said


def _word_to_json(word: object) -> Plain:
    if type(word) in _BARE:
        return word  # type: ignore[return-value]  # a cast takes as long as all the rest
    if isinstance(word, Emit):
        return {"emit": True}
    if isinstance(word, datetime):
        return {"time": word.isoformat()}
    if isinstance(word, enum.Enum):
        return {"word": [type(word).__module__, type(word).__name__, [word.value]]}
    if dataclasses.is_dataclass(word) and not isinstance(word, type):
        fields = [_word_to_json(getattr(word, f.name)) for f in dataclasses.fields(word)]
        return {"word": [type(word).__module__, type(word).__name__, fields]}
    if isinstance(word, tuple | list):
        kind = "tuple" if isinstance(word, tuple) else "list"
        return {kind: [_word_to_json(item) for item in word]}
    if isinstance(word, dict):
        return {"dict": [[_word_to_json(k), _word_to_json(v)] for k, v in word.items()]}
    raise TypeError(f"a {type(word).__name__} cannot cross to the student's process")


def call_from_json(message: Json) -> Call:
    """The call again, its words made of the labs' own classes."""
    name, args, on, keep = message["name"], message["args"], message["on"], message["keep"]
    on, keep = cast(str | None, on), cast(str | None, keep)
    afresh, watched = (name in message for name in _FLAGS)
    return Call(str(name), tuple(_items(args)), on, keep, afresh, watched)


def _word_from_json(said: Plain) -> object:
    if not isinstance(said, dict):
        return said
    ((kind, content),) = said.items()
    match kind:
        case "emit":
            return Emit()
        case "time":
            return datetime.fromisoformat(str(content))
        case "word":
            return _made(cast(Sequence[Plain], content))
        case "tuple":
            return tuple(_items(content))
        case "list":
            return _items(content)
    return _pairs(content)


class _Maker(Protocol):
    def __call__(self, *fields: object) -> object: ...


def _made(content: Sequence[Plain]) -> object:
    module, name, fields = content
    made: _Maker = getattr(importlib.import_module(str(module)), str(name))
    return made(*_items(fields))


def _items(content: Plain) -> list[object]:
    items = cast(Sequence[Plain], content)
    return [_word_from_json(item) if type(item) is dict else item for item in items]


def _pairs(content: Plain) -> dict[object, object]:
    pairs = [_items(pair) for pair in cast(Sequence[Plain], content)]
    return {key: value for key, value in pairs}  # noqa: C416


def exercise_to_json(exercise: Exercise) -> Json:
    """An exercise's contract as JSON."""
    needs: list[Plain] = [[need.name, need.arguments] for need in exercise.needs]
    return {"name": exercise.name, "file": exercise.file, "needs": needs}


def exercise_from_json(message: Json) -> Exercise:
    """The contract again."""
    needs = cast(Sequence[tuple[str, int | None]], message["needs"])
    return Exercise(
        str(message["name"]), str(message["file"]), tuple(Need(n, count) for n, count in needs)
    )
