"""A student's answers, read: each of exactly the type that the contract promises.

Knows the words of the lab. `ValueError` for anything else: a `1` is no True, and an object that
only looks like an Intent is none.
"""

from collections.abc import Sequence

from labs.calls import Odd, Value, Word
from labs.conversation import CancelNotice, Intent, Resolution


def yes_or_no(value: Value | Odd) -> bool:
    """A bool."""
    if type(value) is bool:
        return value
    raise ValueError


def count(value: Value | Odd) -> int:
    """A number of something, 0 or more."""
    if type(value) is int and value >= 0:
        return value
    raise ValueError


def text(value: Value | Odd) -> str:
    """A text."""
    if type(value) is str:
        return value
    raise ValueError


def text_or_none(value: Value | Odd) -> str | None:
    """A text, or none."""
    return None if value is None else text(value)


def pairs(value: Value | Odd) -> Sequence[tuple[str, str]]:
    """A list of plain pairs of texts."""
    if type(value) is list:
        return [_pair(item) for item in value]
    raise ValueError


def _pair(value: Value | Odd) -> tuple[str, str]:
    if type(value) is tuple and len(value) == 2:
        return text(value[0]), text(value[1])
    raise ValueError


def intent(value: Value | Odd) -> Intent | None:
    """An Intent, or none."""
    match value:
        case None:
            return None
        case Word("Intent", (str(utterance_id), str(said))):
            return Intent(utterance_id, said)
    raise ValueError


def notice(value: Value | Odd) -> CancelNotice:
    """A CancelNotice of three tuples of ids."""
    match value:
        case Word("CancelNotice", (tuple() as stopped, tuple() as running, tuple() as done)):
            return CancelNotice(_ids(stopped), _ids(running), _ids(done))
    raise ValueError


def _ids(values: Sequence[Value]) -> tuple[str, ...]:
    return tuple(text(value) for value in values)


def resolution(value: Value | Odd) -> Resolution:
    """A Resolution, or the plain text that equals one."""
    return Resolution(text(value))
