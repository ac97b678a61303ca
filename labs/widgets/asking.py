"""Asks a student's function, and puts into words whatever comes of it.

A picture must not break because the function inside it does: an exception is an answer too.
"""

import re
import reprlib
from collections.abc import Callable
from dataclasses import dataclass
from types import CoroutineType

from labs.visible import one_line

_MOST_TEXT = 120


@dataclass(frozen=True)
class Raised:
    """The function raised instead of answering; `text` says what: "KeyError: 'done'"."""

    text: str
    refuses: bool
    """Whether it is a `ValueError`: the polite way to say no."""


def asked(call: Callable[[], object]) -> object:
    """What the call answers, or `Raised`."""
    try:
        value = call()
    except (Exception, SystemExit) as error:  # a student's `exit()` ends no picture
        return Raised(_named(error), isinstance(error, ValueError))
    if isinstance(value, CoroutineType):
        value.close()  # or Python complains, below the picture, that nobody awaited it
    return value


def told(value: object) -> str:
    """The answer as the end of a sentence about the function: "raised KeyError: 'done'"."""
    if isinstance(value, Raised):
        return f"raised {value.text}"
    return f"answered {shown(value)}"


def shown(value: object) -> str:
    """The value in one short line, whatever it is."""
    try:
        return _plainly(reprlib.repr(str(value) if isinstance(value, str) else value))
    except Exception:
        return f"something of type {type(value).__name__}"  # an int of thousands of digits


def _named(error: BaseException) -> str:
    try:
        said = _plainly(str(error))
    except Exception:
        said = ""  # its own __str__ raises
    name = type(error).__name__
    return f"{name}: {said}" if said else name


def _plainly(text: str) -> str:
    # An address in memory is another one each time, and a picture is to stay as it is.
    return one_line(re.sub(" at 0x[0-9a-fA-F]+", "", text))[:_MOST_TEXT]
