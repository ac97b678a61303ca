"""Streams of events as a gateway puts them into a client's buffer: every short one, and others."""

import itertools
import random
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from labs.protocol import Event, Json
from labs.streaming_protocol.trials.buffered import DELTA
from labs.streaming_protocol.trials.telling import AT

Stream = Sequence[Event]
_AT = datetime.fromisoformat(AT)
_DATA: dict[str, dict[str, Json]] = {
    "response.started": {},
    "tool.started": {"operation_id": "o1", "name": "search"},
    "tool.completed": {"operation_id": "o1"},
    "tool.failed": {"operation_id": "o1", "error": "busy"},
    "tool.cancelled": {"operation_id": "o1"},
    "approval.required": {"approval_id": "a1", "operation_id": "o2"},
    "snapshot": {
        "draft": "Hel",
        "status": "streaming",
        "final": None,
        "incomplete_reason": None,
        "tools": {},
        "approval": None,
    },
    "response.completed": {"text": "Hello."},
    "response.cancelled": {"reason": "stopped"},
    "response.failed": {"reason": "timeout"},
}
_OTHERS = [*_DATA][:-3]
"""All but the ends."""
_KINDS = {
    "b": "response.started",
    "t": "tool.started",
    "u": "tool.completed",
    "f": "tool.failed",
    "c": "tool.cancelled",
    "a": "approval.required",
    "s": "snapshot",
    "e": "response.completed",
    "x": "response.cancelled",
    "y": "response.failed",
}
_TEXTS = {"0": "", "h": "ha ", "l": "ha " * 2_000}
_STANDS_FOR = (1, 3, 5_000)


class Writer:
    """Writes the events of one response or of several: each has its own numbers."""

    def __init__(self) -> None:
        self._last: dict[str, int] = {}
        self.events: list[Event] = []

    def write(
        self, kind: str, *, of: str = "r1", skip: int = 0, stands_for: int = 1, text: str = "x"
    ) -> None:
        """The next event, after a hole of so many; it may stand for several."""
        first_seq = self._last.get(of, -1) + 1 + skip
        seq = self._last[of] = first_seq + stands_for - 1
        data: dict[str, Json] = {"text": text} if kind == DELTA else _DATA[kind]
        at = _AT + timedelta(milliseconds=40 * len(self.events))
        self.events.append(Event(of, seq, at, kind, data, first_seq))


def written(words: str) -> Stream:
    """A stream by its words: `d` a delta, `d+` after a hole, `d*` that stands for three; `r2:d`.

    `d++` comes after a hole of two. `d**` stands for thousands, `0` is an empty delta, `h` one that
    says what others say too, `l` a long one. `t` is a tool's start, `u`, `f` and `c` its end, `a`
    asks for approval, `s` is a snapshot, `b` the beginning, `e`, `x` and `y` the end.
    """
    writer = Writer()
    for number, word in enumerate(words.split()):
        of, _, what = word.rpartition(":")
        writer.write(
            _KINDS.get(what[0], DELTA),
            of=of or "r1",
            skip=what.count("+"),
            stands_for=_STANDS_FOR[what.count("*")],
            text=_TEXTS.get(what[0], "abcdefghijklmnopqrstuvwxyz"[number % 26]),
        )
    return writer.events


def short_streams() -> Iterator[Stream]:
    """Every order of up to three: a delta, one after a hole, a tool's event, another response's."""
    for length in (1, 2, 3):
        for words in itertools.product(("d", "d+", "t", "r2:d"), repeat=length):
            if length < 3 or words[0] == "d":
                yield written(" ".join(words))


LONGER: list[Stream] = [
    written(words)
    for words in (
        "d d d d",
        "d d t d d",
        "b d 0 d u d d e",
        "d r2:d d r2:d d r2:d",
        "d r2:d r2:d d d r2:t r2:d",
        # The other response's number would be the next one.
        "r2:d d r2:d r3:d+ d",
        "d** d d*",
        "d d* d+ d* t d",
        "d d s d d",
        "d+ d d+ d d+ d",
        "d d++ d",
        "d+ d++ d* d+",
        "0 0 0 t 0 0",
        "t u t u e",
        "d t d u d t d u d e",
        # Two of one kind, side by side and numbered on, that are no deltas.
        "d d t t d d",
        "d u u d d",
        "s s d",
        "h h",
        "l l h",
    )
]


MANY: Stream = written("d d d d d d d d d d d d t d d")
TOOLS: Stream = written(" ".join(["b", *["t u"] * 10, *["a t u t f t c"] * 6, "s r2:x r3:y e"]))
"""Every type of event that is no delta, and more of them than anybody would think to hold."""


def by_chance(seed: int) -> list[Stream]:
    """Two streams of one response and two of two, of that seed."""
    dice = random.Random(f"slow_client:{seed}")
    return [_by_chance(dice, names) for names in (("r1",), ("r1", "r2")) * 2]


def _by_chance(dice: random.Random, names: Sequence[str]) -> Stream:
    writer = Writer()
    for number in range(14):
        kind = dice.choice(_OTHERS) if dice.random() < 0.2 else DELTA
        writer.write(
            kind,
            of=dice.choice(names),
            skip=dice.choice((0, 0, 0, 0, 1, 3)),
            stands_for=dice.choice((1, 1, 1, 4)) if kind == DELTA else 1,
            text=dice.choice(("", f"t{number} ", "the ", "\u20ac")),
        )
    writer.write("response.completed")
    return writer.events
