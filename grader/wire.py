"""The wire between the grader and the process that runs a student's code: JSON, a line a message.

Knows the words of checking; standard library only, for both ends use it. Calls carry the words
of the labs and times, each with a tag; answers carry plain values and, in words, what is none.
What comes back is never trusted: it is read by its form, and any other form is an error.
"""

import dataclasses
import enum
import importlib
import json
import math
from collections.abc import Sequence
from datetime import datetime
from typing import Protocol, cast

from labs.checking import Answer, Call, Emission, Emit, Exercise, Need, Odd, Plain, Raised

Json = dict[str, "Plain"]
MOST_LINE = 1 << 20
"""No message is longer, in bytes. The longest honest ones are a quarter of that."""
MOST_BATCH = 8 * MOST_LINE
"""Nor are the answers to one batch of calls together."""

_MOST_WORDS = 1_000
"""So many characters are kept of what is told in words: of an exception's text, say."""
_MOST_BITS = 1_024
_MOST_DEPTH = 20


class Garbled(ValueError):
    """A message that is not of the form that it should have."""


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


_ENCODER = json.JSONEncoder(separators=(",", ":"))
_DECODER = json.JSONDecoder(parse_constant=_no_number)


def packed(message: Json) -> bytes:
    """The message as a line."""
    return _ENCODER.encode(message).encode() + b"\n"


def unpacked(line: bytes) -> Json:
    """The message in a line.

    Raises:
        Garbled: it is no JSON object.
    """
    try:
        message: object = _DECODER.decode(line.decode())
    except (ValueError, RecursionError) as error:
        raise Garbled("not JSON") from error
    if type(message) is not dict:
        raise Garbled("not an object")
    return cast(Json, message)


# --- calls, on their way in ----------------------------------------------------------------


def call_to_json(call: Call) -> Json:
    """A call as JSON: words of the labs by module, name and content."""
    args = [_word_to_json(arg) for arg in call.args]
    return {"name": call.name, "args": args, "on": call.on, "keep": call.keep}


def _word_to_json(word: object) -> Plain:
    if word is None or type(word) in (bool, int, float, str):
        return cast(Plain, word)
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
    args = tuple(_word_from_json(arg) for arg in cast(Sequence[Plain], message["args"]))
    on, keep = cast(str | None, message["on"]), cast(str | None, message["keep"])
    return Call(str(message["name"]), args, on=on, keep=keep)


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
    return [_word_from_json(item) for item in cast(Sequence[Plain], content)]


def _pairs(content: Plain) -> dict[object, object]:
    pairs = [_items(pair) for pair in cast(Sequence[Plain], content)]
    return {key: value for key, value in pairs}  # noqa: C416


def exercise_to_json(exercise: Exercise) -> Json:
    """An exercise's contract as JSON."""
    needs: list[Plain] = [[need.name, need.arguments] for need in exercise.needs]
    return {"name": exercise.name, "file": exercise.file, "needs": needs}


def exercise_from_json(message: Json) -> Exercise:
    """The contract again."""
    needs = cast(Sequence[tuple[str, int]], message["needs"])
    return Exercise(
        str(message["name"]), str(message["file"]), tuple(Need(n, count) for n, count in needs)
    )


# --- answers, on their way out -------------------------------------------------------------


def answer_line(answer: Answer) -> bytes:
    """An answer as a line; of one that is too long, only how long it is."""
    if answer.value is None and answer.raised is None and not answer.emitted:
        return _NOTHING  # by far the commonest
    line = packed(answer_to_json(answer))
    if len(line) < MOST_LINE:
        return line
    return packed(answer_to_json(Answer(Odd(f"an answer of {len(line):,} bytes"))))


_NOTHING = b'{"value":{"is":null},"raised":null,"emitted":[]}\n'


def answer_to_json(answer: Answer) -> Json:
    """An answer as JSON."""
    raised = answer.raised
    return {
        "value": _value_to_json(answer.value),
        "raised": None if raised is None else [list(raised.kinds), raised.text, raised.where],
        "emitted": [[e.of, [_value_to_json(a) for a in e.args]] for e in answer.emitted],
    }


def _value_to_json(value: Plain | Odd) -> Json:
    return {"odd": value.description} if isinstance(value, Odd) else {"is": value}


# --- answers, on arrival -------------------------------------------------------------------


def problem_from_json(message: Json) -> str | None:
    """Why a file cannot be used, or `None` if it can.

    Raises:
        Garbled: that is not what the message says.
    """
    if message.keys() != {"problem"}:
        raise Garbled("an answer that nobody asked for")
    problem = message["problem"]
    return None if problem is None else _words(problem)


def answer_from_json(message: Json) -> Answer:
    """The answer, if the message has an answer's form to the letter.

    Raises:
        Garbled: it has not.
    """
    if message.keys() != {"value", "raised", "emitted"}:
        raise Garbled("not an answer")
    emitted = [_emission(e) for e in _list(message["emitted"])]
    return Answer(_value(message["value"]), _raised(message["raised"]), tuple(emitted))


def _value(said: Plain) -> Plain | Odd:
    if type(said) is not dict or len(said) != 1:
        raise Garbled("not a value")
    if "odd" in said:
        return Odd(_words(said["odd"]))
    if "is" in said:
        value = _sound(said["is"])
        return Odd("a text with half a character in it") if _is_torn(value) else value
    raise Garbled("not a value")


def _is_torn(value: Plain) -> bool:
    """Whether there is a text in it that cannot be written as UTF-8: nor in any report."""
    if type(value) is list:
        return any(map(_is_torn, value))
    if type(value) is dict:
        return any(map(_is_torn, (*value, *value.values())))
    try:
        if type(value) is str:
            value.encode()
    except UnicodeEncodeError:
        return True
    return False


def _sound(value: Plain, depth: int = 0) -> Plain:
    """The value, if an honest process could have sent it."""
    if type(value) is list:
        inside: Sequence[Plain] = value
    elif type(value) is dict:
        inside = list(value.values())
    else:
        if type(value) is int and value.bit_length() > _MOST_BITS:
            raise Garbled("a number without end")
        if type(value) is float and not math.isfinite(value):
            raise Garbled("not a number")
        return value
    if depth > _MOST_DEPTH:
        raise Garbled("lists without end")
    for item in inside:
        _sound(item, depth + 1)
    return value


def _raised(said: Plain) -> Raised | None:
    if said is None:
        return None
    match _list(said):
        case [list(kinds), text, where] if kinds:
            return Raised(tuple(_words(kind) for kind in kinds), _words(text), _words(where))
    raise Garbled("not an exception")


def _emission(said: Plain) -> Emission:
    match _list(said):
        case [None | str() as of, list(args)]:
            return Emission(of, tuple(_value(arg) for arg in args))
    raise Garbled("not an emission")


def _list(said: Plain) -> list[Plain]:
    if type(said) is not list:
        raise Garbled("not a list")
    return said


def _words(said: Plain) -> str:
    if type(said) is not str:
        raise Garbled("not a text")
    return said[:_MOST_WORDS].encode(errors="replace").decode()
