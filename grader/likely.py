"""A request and the answers that are likely: those that come as expected need not be read.

Knows the wire. To read five thousand answers takes longer than to give them; to see that each line
is the one that was to come takes next to nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from grader.answers import answer_line
from grader.wire import Json, calls_to_json, packed
from labs.calls import Answer, Call


@dataclass(frozen=True)
class Likely:
    """A request's line, its answers if all is well, and the lines that these would be."""

    request: bytes
    answers: Sequence[Answer]
    lines: Sequence[bytes]


def likely(exercise: str, calls: Sequence[Call], answers: Sequence[Answer]) -> Likely:
    """The calls with their likely answers."""
    lines = [answer_line(answer).rstrip(b"\n") for answer in answers]
    return Likely(request(exercise, calls), answers, lines)


def request(exercise: str, calls: Sequence[Call]) -> bytes:
    """The line that asks for the calls."""
    asked: Json = {"exercise": exercise, "calls": calls_to_json(calls)}
    return packed(asked)
