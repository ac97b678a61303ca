"""The wire between the grader and the process that runs a student's code: JSON, a line a message.

Knows the words of checking; standard library only, for both ends use it. Calls carry the words
of the labs and times, each with a tag. How answers come back is for `answers` to say.
"""

import enum
import functools
import importlib
import itertools
import json
from collections.abc import Sequence
from datetime import datetime
from typing import Protocol, cast

from labs.calls import EMIT, Call, Emit, Exercise, Need, Plain, Previous, field_names

Json = dict[str, "Plain"]
MOST_LINE = 1 << 20
"""No message is longer, in bytes. The longest honest ones are a quarter of that."""

COUNT_BYTES = 8
"""Of the file in which a performer counts."""

NOTHINGS_LINE = b'{"value":null,"raised":null,"emitted":[]}'
NOTHINGS_MESSAGE: Json = {"value": None, "raised": None, "emitted": []}
"""By far the commonest answer, as a line without its end and as a message."""


class Garbled(ValueError):
    """A message that is not of the form that it should have."""


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


_ENCODER = json.JSONEncoder(separators=(",", ":"))
_DECODER = json.JSONDecoder(parse_constant=_no_number)
BARE = frozenset({type(None), bool, int, float, str})
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
    """A call as JSON, for people to read: words of the labs by module, name and content."""
    args = [_argument_to_json(arg, {}) for arg in call.args]
    said: Json = {"name": call.name, "args": args, "on": call.on, "keep": call.keep}
    flags: Json = {name: True for name in _FLAGS if getattr(call, name)}
    return {**said, **flags} if flags else said


def calls_to_json(calls: Sequence[Call]) -> list[Plain]:
    """Calls as JSON; of those in a row that differ in their arguments only, all else once.

    So is a word that is an argument of several.
    """
    known: dict[int, Plain] = {}
    return [
        [*alike, [[_argument_to_json(arg, known) for arg in call.args] for call in some]]
        for alike, some in itertools.groupby(calls, key=_but_arguments)
    ]


def _but_arguments(call: Call) -> tuple[str, str | None, str | None, bool, bool]:
    return call.name, call.on, call.keep, call.afresh, call.watched


def _argument_to_json(arg: object, known: dict[int, Plain]) -> Plain:
    if type(arg) in BARE:
        return arg  # type: ignore[return-value]  # a cast takes as long as all the rest
    if id(arg) not in known:
        known[id(arg)] = _word_to_json(arg)
    return known[id(arg)]


def _word_to_json(word: object) -> Plain:
    kind = type(word)
    if kind in BARE:
        return word  # type: ignore[return-value]
    if isinstance(word, Emit):
        return {"emit": True}
    if isinstance(word, Previous):
        return {"previous": word.kind}
    if isinstance(word, datetime):
        return {"time": word.isoformat()}
    if isinstance(word, enum.Enum):
        return {"word": [kind.__module__, kind.__name__, [word.value]]}
    if (names := field_names(kind)) is not None:
        fields = _words_to_json([getattr(word, name) for name in names])
        return {"word": [kind.__module__, kind.__name__, fields]}
    if isinstance(word, tuple | list):
        return {"tuple" if isinstance(word, tuple) else "list": _words_to_json(word)}
    if isinstance(word, dict):
        return {"dict": [_words_to_json(pair) for pair in word.items()]}
    raise TypeError(f"a {kind.__name__} cannot cross to the student's process")


def _words_to_json(words: Sequence[object]) -> list[Plain]:
    bare = cast(Sequence[Plain], words)
    return [word if type(word) in BARE else _word_to_json(word) for word in bare]


def calls_from_json(said: Plain) -> list[Call]:
    """The calls again, their words made of the labs' own classes."""
    calls: list[Call] = []
    for name, on, keep, afresh, watched, arguments in cast(Sequence[_Said], said):
        calls += [Call(name, tuple(_items(args)), on, keep, afresh, watched) for args in arguments]
    return calls


_Said = tuple[str, str | None, str | None, bool, bool, Sequence[Plain]]
"""Calls in a row: a `Call`'s other fields, and the arguments of each."""


def _word_from_json(said: Plain) -> object:
    if not isinstance(said, dict):
        return said
    ((kind, content),) = said.items()
    match kind:
        case "emit":
            return EMIT
        case "previous":
            return Previous(str(content))
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
    return _maker(str(module), str(name))(*_items(fields))


@functools.cache
def _maker(module: str, name: str) -> _Maker:
    made: _Maker = getattr(importlib.import_module(module), name)
    return made


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
