"""What a student's code answers, turned into plain values.

Knows the words of checking; standard library only, for a child process is to run it too. Types
are exact: whatever only behaves like a plain value, or like a word of the labs, is odd, and told
in words.
"""

import enum
import math
import sys
from collections.abc import Collection, Sequence
from datetime import datetime
from types import CoroutineType

from labs.calls import Odd, Value, Word, field_names

MOST_TEXT = 300
"""Of an exception's text, so many characters are kept."""
MOST_BITS = 1024
"""Of integers, those with more bits are not written out: Python refuses to from 4,300 digits on."""
MOST_ITEMS = 1_000
"""Longer lists are not written out: an answer is to be judged, not to be copied."""
MOST_DEPTH = 20
"""Lists nested deeper than that, and those that hold themselves, are odd."""

_MISSING = object()


def plain(value: object, depth: int = 0) -> Value | Odd:
    """The value if it is exactly a plain one or a word of ours, else in words.

    A status of ours is its string; a tuple stays one.
    """
    if value is None or type(value) is bool or type(value) is str:
        return value
    if type(value) is int:
        return value if value.bit_length() <= MOST_BITS else Odd("an int of hundreds of digits")
    if type(value) is float:
        return value if math.isfinite(value) else Odd(f"the float {value}")
    if isinstance(value, enum.Enum) and isinstance(value, str) and _is_ours(type(value)):
        return str(value.value)
    if type(value) is list or type(value) is tuple:
        return _plain_list(value, depth)
    if type(value) is dict:
        return _plain_dict(value, depth)
    if type(value) is datetime and value.tzinfo is not None:
        return Word("datetime", (value.isoformat(),))
    if _is_ours(type(value)) and (names := field_names(type(value))) is not None:
        return _word(value, names, depth)
    if isinstance(value, CoroutineType):
        value.close()  # or Python complains, on the grader's stderr, that nobody awaited it
    return Odd(described(value))


def _is_ours(kind: type) -> bool:
    name: object = kind.__module__  # a student's class may have anything there
    if type(name) is not str or not name.startswith("labs."):
        return False
    module = sys.modules.get(name)
    return getattr(module, kind.__name__, None) is kind


def _word(value: object, names: Collection[str], depth: int) -> Word | Odd:
    fields = _plain_list([getattr(value, name, _MISSING) for name in names], depth)
    if isinstance(fields, Odd):
        return Odd(f"{described(value)} with {fields.description.partition(' that holds ')[2]}")
    return Word(type(value).__name__, tuple(fields))


def _plain_list(value: Sequence[object], depth: int) -> Sequence[Value] | Odd:
    if len(value) > MOST_ITEMS:
        return Odd(f"{described(value)} of {len(value)} items")
    items: list[Value] = []
    for item in value:
        made = plain(item, depth + 1) if depth < MOST_DEPTH else Odd("lists without end")
        if isinstance(made, Odd):
            return Odd(f"{described(value)} that holds {made.description}"[:MOST_TEXT])
        items.append(made)
    return tuple(items) if type(value) is tuple else items


def _plain_dict(value: dict[object, object], depth: int) -> Value | Odd:
    keys, items = plain(list(value), depth + 1), plain(list(value.values()), depth + 1)
    if isinstance(keys, Odd) or isinstance(items, Odd):
        return Odd(described(value))
    if not isinstance(items, list) or not all(type(key) is str for key in value):
        return Odd("a dict whose keys are not strings")
    return dict(zip(map(str, value), items, strict=True))


def described(value: object) -> str:
    """What kind of thing it is."""
    name = type(value).__name__
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name} object"
