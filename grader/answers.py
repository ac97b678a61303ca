"""Answers as they cross the wire: on their way out, and on arrival.

Knows the words of checking; standard library only, for both ends use it. Plain values cross as
they are, tuples and the labs' words with a tag, and what is none of these in words. What comes
back is never trusted: it is read by its form, and any other form is an error.
"""

import math
from typing import TYPE_CHECKING, TypeGuard, cast

from grader.wire import BARE, MOST_LINE, NOTHINGS_LINE, NOTHINGS_MESSAGE, Garbled, Json, packed
from labs.calls import NOTHING, Answer, Emission, Odd, Plain, Raised, Value, Word

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_BATCH = 8 * MOST_LINE
"""Nor are the answers to one batch of calls together."""

_MOST_WORDS = 1_000
"""So many characters are kept of what is told in words: of an exception's text, say."""
_MOST_BITS = 1_024
_MOST_DEPTH = 20

# --- answers, on their way out -------------------------------------------------------------


def answer_line(answer: Answer) -> bytes:
    """An answer as a line; of one that is too long, only how long it is."""
    if answer is NOTHING:
        return NOTHINGS_LINE + b"\n"
    line = packed(answer_to_json(answer))
    if len(line) < MOST_LINE:
        return line
    return packed(answer_to_json(Answer(Odd(f"an answer of {len(line):,} bytes"))))


def answer_to_json(answer: Answer) -> Json:
    """An answer as JSON."""
    raised = answer.raised
    said: Json = {
        "value": _value_to_json(answer.value),
        "raised": None if raised is None else [list(raised.kinds), raised.text, raised.where],
        "emitted": [[e.of, [_value_to_json(a) for a in e.args]] for e in answer.emitted],
    }
    for name, args in (("after", answer.after), ("earlier", answer.earlier)):
        if args:
            said[name] = [_value_to_json(arg) for arg in args]
    return said


def _value_to_json(value: Value | Odd) -> Plain:
    if type(value) in BARE:
        return cast(Plain, value)  # by far the commonest
    if isinstance(value, Odd):
        return {"odd": value.description}
    return {"is": value} if _is_plain(value) else {"made": _tagged(value)}


def _is_plain(value: Value) -> TypeGuard[Plain]:
    """Whether JSON has a form for it: neither a tuple nor a word of the labs."""
    if isinstance(value, list):
        return all(map(_is_plain, value))
    if isinstance(value, dict):
        return all(map(_is_plain, value.values()))
    return not isinstance(value, tuple | Word)


def _tagged(value: Value) -> Plain:
    if type(value) in BARE:
        return cast(Plain, value)
    if isinstance(value, Word):
        return {"word": [value.kind, [_tagged(field) for field in value.fields]]}
    if isinstance(value, tuple | list):
        kind = "tuple" if isinstance(value, tuple) else "list"
        return {kind: [_tagged(item) for item in value]}
    assert isinstance(value, dict)  # there is nothing else
    return {"dict": [[key, _tagged(item)] for key, item in value.items()]}


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
    if message is NOTHINGS_MESSAGE:
        return NOTHING
    if message.keys() - {"after", "earlier"} != _ANSWERS_KEYS:
        raise Garbled("not an answer")
    emitted = tuple([_emission(e) for e in _list(message["emitted"])])
    after, earlier = _changed(message.get("after")), _changed(message.get("earlier"))
    return Answer(_value(message["value"]), _raised(message["raised"]), emitted, after, earlier)


def _changed(said: Plain) -> tuple[Value | Odd, ...]:
    return () if said is None else tuple([_value(value) for value in _list(said)])


_ANSWERS_KEYS = frozenset({"value", "raised", "emitted"})


class _Torn(Exception):
    """A text that cannot be written as UTF-8: nor in any report."""


def _value(said: Plain) -> Value | Odd:
    try:
        if type(said) in BARE:
            return _bare(said)
        if type(said) is not dict or len(said) != 1:
            raise Garbled("not a value")
        if "is" in said:
            return _sound(said["is"], _MOST_DEPTH)
        if "made" in said:
            return _untagged(said["made"], _MOST_DEPTH)
    except _Torn:
        return Odd("a text with half a character in it")
    if "odd" in said:
        return Odd(_words(said["odd"]))
    raise Garbled("not a value")


def _sound(value: Plain, deepest: int) -> Plain:
    """The value, if an honest process could have sent it."""
    if type(value) is list:
        inside: Sequence[Plain] = value
    elif type(value) is dict:
        inside = [*value, *value.values()]
    else:
        return _bare(value)
    if deepest < 0:
        raise Garbled("lists without end")
    for item in inside:
        _sound(item, deepest - 1)
    return value


def _bare(value: Plain) -> Plain:
    """The same for what is neither a list nor a dict."""
    if type(value) is str:
        return _text(value)
    if type(value) is int and value.bit_length() > _MOST_BITS:
        raise Garbled("a number without end")
    if type(value) is float and not math.isfinite(value):
        raise Garbled("not a number")
    return value


def _text(said: Plain) -> str:
    if type(said) is not str:
        raise Garbled("not a text")
    if not said.isascii():
        try:
            said.encode()
        except UnicodeEncodeError as error:
            raise _Torn from error
    return said


def _untagged(said: Plain, deepest: int) -> Value:
    """The value that was tagged; in one pass, for there are many of them."""
    if said is None or (type(said) is str and said.isascii()):
        return said  # by far the commonest
    if type(said) is not dict:
        if type(said) is list:
            raise Garbled("not a value")
        return _bare(said)
    if deepest < 0 or len(said) != 1:
        raise Garbled("not a value")
    ((tag, content),) = said.items()
    if tag == "word":
        kind, fields = _pair(content)
        return Word(_text(kind), tuple([_untagged(field, deepest - 1) for field in _list(fields)]))
    items = _list(content)
    if tag == "tuple":
        return tuple([_untagged(item, deepest - 1) for item in items])
    if tag == "list":
        return [_untagged(item, deepest - 1) for item in items]
    if tag == "dict":
        pairs = map(_pair, items)
        return {_text(key): _untagged(item, deepest - 1) for key, item in pairs}
    raise Garbled("not a value")


def _raised(said: Plain) -> Raised | None:
    if said is None:
        return None
    match _list(said):
        case [list(kinds), text, where] if kinds:
            return Raised(tuple(_words(kind) for kind in kinds), _words(text), _words(where))
    raise Garbled("not an exception")


def _emission(said: Plain) -> Emission:
    of, args = _pair(said)
    if of is not None and type(of) is not str:
        raise Garbled("not an emission")
    return Emission(of, tuple([_value(arg) for arg in _list(args)]))


def _pair(said: Plain) -> tuple[Plain, Plain]:
    if type(said) is not list or len(said) != 2:
        raise Garbled("not a pair")
    return said[0], said[1]


def _list(said: Plain) -> list[Plain]:
    if type(said) is not list:
        raise Garbled("not a list")
    return said


def _words(said: Plain) -> str:
    if type(said) is not str:
        raise Garbled("not a text")
    return said[:_MOST_WORDS].encode(errors="replace").decode()
