"""Mistakes with what an approval allows. How they are asked for is in the module `approvals`."""

from collections.abc import Callable
from functools import partial

from labs.diagnosis import Mistake
from labs.streaming_protocol.mistakes.models import permits as by

PERMISSIONS: list[tuple[Mistake, by.May]] = []


def _mistake(name: str, question: str, *rules: by.May) -> None:
    mistake = Mistake(name, f"{question} See approvals.py's rule.")
    PERMISSIONS.extend((mistake, rule) for rule in rules)


_mistake(
    "allows without looking whether it was granted",
    "Somebody was asked: has he said yes?",
    partial(by.may, granted=False),
)
_mistake(
    "lets an approval be used twice",
    "One yes, and two mails: for how many was it?",
    partial(by.may, used=False),
)
_mistake(
    "does not compare the hash",
    "Approved was one recipient, asked for is another: what tells them apart?",
    partial(by.may, equal=False),
)
_mistake(
    "lets approvals live for ever",
    "It was granted last week: is it still meant?",
    partial(by.may, expires=lambda now, at: True),
)
_mistake(
    "is one moment too generous",
    "It is exactly the time at which it expires: is that before it?",
    partial(by.may, expires=lambda now, at: now <= at),
)
_mistake(
    "has the times the wrong way round",
    "Which of the two times must be the earlier one?",
    partial(by.may, expires=lambda now, at: now > at),
    partial(by.may, expires=lambda now, at: now >= at),
)
_mistake(
    "compares clocks of two zones",
    "Noon in Paris and noon in New York: which one is earlier?",
    partial(by.may, expires=by.naive),
    partial(by.may, expires=by.text),
    partial(by.may, expires=by.mixed),
    partial(by.may, expires=by.of_whole_hours),
)
_mistake(
    "leaves out a part of the time",
    "From the year down to the microsecond: which part of the two times do you not compare?",
    partial(by.may, expires=by.without_microseconds),
    partial(by.may, expires=by.without_seconds),
    partial(by.may, expires=by.in_whole_seconds),
    partial(by.may, expires=by.without_years),
)
_mistake(
    "checks one thing only",
    "Four things must hold: how many of them does yours look at?",
    partial(by.may, used=False, equal=False, expires=lambda now, at: True),
    partial(by.may, used=False, expires=lambda now, at: True),
    partial(by.may, equal=False, expires=lambda now, at: True),
    partial(by.may, used=False, equal=False),
    partial(by.may, granted=False, used=False, expires=lambda now, at: True),
    partial(by.may, granted=False, used=False),
)
_mistake(
    "stumbles where there is no approval",
    "Nobody has been asked yet: which fields has an approval that is not there?",
    by.crashes,
    partial(by.may, absent=None),
    partial(by.may, absent=True),
)
_mistake(
    "raises where it should refuse",
    "It is not allowed: is that an error, or a False?",
    by.refuses,
    by.refuses_late,
    by.refuses_early,
)
_LOOSE = Mistake(
    "compares hashes loosely",
    "The hash differs in case, in a blank, or in its second half: is it still the same one? "
    "See approvals.py's rule.",
)
COMPARISONS: list[tuple[Mistake, Callable[[str, str], bool]]] = [
    (_LOOSE, lambda its, own: its.lower() == own.lower()),
    (_LOOSE, lambda its, own: its.strip() == own),
    (_LOOSE, lambda its, own: its.lstrip() == own),
    *[(_LOOSE, partial(by.are_equal_up_to, most)) for most in (16, 32)],
]
_mistake("never allows anything", "When is the answer True at all?", lambda *asked: False)
