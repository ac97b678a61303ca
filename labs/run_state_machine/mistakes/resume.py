"""Mistakes with the resume arithmetic. Each header value is a probe."""

import re
from collections.abc import Callable
from typing import cast

from labs.calls import Call
from labs.diagnosis import Mistake, Model, Probe
from labs.run_state_machine.trials.resume import FORGED

_HEADERS = (None, "0", "5", "12", "007", "00", "99999999", "123456789", "-0", "-5", *FORGED)

PROBES = [Probe((Call("resume_from", (header,)),), check=4) for header in _HEADERS]

Resume = Callable[[str | None], object]


def _right(header: str | None) -> int:
    return _matching("[0-9]{1,9}")(header)


def _matching(pattern: str) -> Callable[[str | None], int]:
    return lambda header: int(header) + 1 if header and re.fullmatch(pattern, header) else 0


def _where(accepts: Callable[[str], bool], *, most: int = 9) -> Resume:
    """What `accepts` accepts, `int` is asked to read."""
    return lambda header: (
        int(header) + 1 if header and len(header) <= most and accepts(header) else 0
    )


def _tried(most: int | None, *, negative: bool = False) -> Resume:
    """Whatever `int` can read."""

    def resume(header: str | None) -> int:
        try:
            number = int(header or "")
        except ValueError:
            return 0
        if (number < 0 and not negative) or (most is not None and number > most):
            return 0
        return number + 1

    return resume


def _begun(pattern: str, find: Callable[[str, str], re.Match[str] | None]) -> Resume:
    def resume(header: str | None) -> int:
        found = find(pattern, header or "")
        return int(found.group()) + 1 if found else 0

    return resume


def _stripped(left: str | None, right: str | None) -> Resume:
    """Without these characters at its ends; None are all blanks."""

    def resume(header: str | None) -> int:
        return _right(None if header is None else header.lstrip(left).rstrip(right))

    return resume


RIGHT = {"resume_from": _right}
MODELS: list[Model] = []
_FORGER = "See resume.py's rule."


def _mistake(name: str, hint: str, *answers: Resume) -> None:
    mistake = Mistake(name, hint)
    MODELS.extend(Model(mistake, {"resume_from": resume}) for resume in answers)


_mistake(
    "starts over",
    "What has the client seen already, if it names a number? See resume.py's rule.",
    lambda header: 0,
)
_mistake(
    "adds nothing",
    "The client has the number that it names: which one does it lack first? See resume.py's rule.",
    lambda header: max(0, _right(header) - 1),
)
_mistake(
    "adds two",
    "Write down 5 and the number that the client lacks: is there one between them? "
    "See resume.py's rule.",
    lambda header: _right(header) and _right(header) + 1,
)
_mistake(
    "takes zero for absent",
    "What has a client received that names 0: nothing, or one fragment? See resume.py's rule.",
    lambda header: 0 if _right(header) == 1 else _right(header),
    lambda header: 0 if header == "0" else _right(header),
    lambda header: int(header) and _right(header) if _right(header) and header else 0,
)
_mistake(
    "starts at one",
    "A client that names nothing has received nothing: which number does it lack first? "
    "See resume.py's rule.",
    lambda header: _right(header or "0"),
    lambda header: _right(header) or 1,
    lambda header: 1 if header is None else _right(header),
)
_mistake(
    "trusts isdigit",
    f"Does everything that Python calls a digit stand for a number to int? Try \u00b2. {_FORGER}",
    _where(str.isdigit),
    _where(str.isnumeric),
    _where(str.isdigit, most=10_000),
    _where(str.isnumeric, most=10_000),
)
_mistake(
    "counts other scripts' digits",
    f"How many characters count as digits here: ten, or those of every script? {_FORGER}",
    _where(str.isdecimal),
    _where(str.isdecimal, most=10_000),
    _matching(r"\d{1,9}"),
)
_mistake(
    "takes whatever int takes",
    f"Which texts are numbers to int, but not nine digits at most? Try a space, +, _. {_FORGER}",
    *[_tried(most) for most in (None, 999_999_999, 10**10)],
    _tried(None, negative=True),
)
_mistake(
    "strips first",
    f"Is a number with a space or a line's end beside it made of digits alone? {_FORGER}",
    *[_stripped(left, right) for left, right in ((None, None), (None, ""), ("", None))],
    *[_stripped("", right) for right in ("\r", "\r\n")],
)
_mistake(
    "sets no limit",
    f"How long may a number be, and what does int say to 5,000 digits? {_FORGER}",
    _matching("[0-9]+"),
    lambda header: min(_matching("[0-9]+")(header), 10**9),
)
_mistake(
    "allows ten digits",
    f"Count: how many digits may there be at most, and is that number still inside? {_FORGER}",
    _matching("[0-9]{1,10}"),
)
_mistake(
    "allows eight digits",
    f"Count: how many digits may there be at most, and is that number still inside? {_FORGER}",
    _matching("[0-9]{1,8}"),
)
_mistake(
    "reads one digit",
    "How many digits has the number behind 9? See resume.py's rule.",
    _matching("[0-9]"),
)
_mistake(
    "takes a line's end for the text's",
    f"What may stand behind the place where a pattern's dollar matches? {_FORGER}",
    _begun("^[0-9]{1,9}$", re.match),
)
_mistake(
    "reads the beginning only",
    f"It begins with a number; but does it also end there? {_FORGER}",
    _begun("[0-9]{1,9}", re.match),
    _begun("[0-9]+", re.match),
)
_mistake(
    "finds a number anywhere",
    f"Is there a number in it, or is it a number? {_FORGER}",
    _begun("[0-9]{1,9}", re.search),
    _begun("[0-9]+", re.search),
)
_mistake(
    "refuses leading zeros",
    "Is 007 made of one to nine digits? See resume.py's rule.",
    _matching("0|[1-9][0-9]{0,8}"),
)
_mistake(
    "accepts a minus",
    f"Is a minus a digit? {_FORGER}",
    _matching("-?[0-9]{1,9}"),
)
_mistake(
    "lets a forger raise",
    f"Who decides what stands in the header, and who is hurt if your code raises? {_FORGER}",
    lambda header: 0 if header is None else int(header) + 1,
    lambda header: int(header) + 1 if header else 0,
)
_mistake(
    "forgets absence",
    "What do you get from a client that comes for the first time? See resume.py's rule.",
    lambda header: _right(str.lower(cast(str, header))),
    lambda header: int(cast(str, header)) + 1,
)
_mistake(
    "answers a string",
    "The header is text; is the number that you answer? See resume.py's rule.",
    lambda header: str(_right(header)),
    lambda header: str(_right(header)) if _right(header) else 0,
)
_mistake(
    "answers nothing",
    "Which number does a client start at if it names none: is no answer one? See resume.py's rule.",
    lambda header: _right(header) or None,
    lambda header: None if header is None else _right(header),
)
