"""Merge window: a second message, dragged in time, and what becomes of it for each status.

The student's rule decides at every instant: one run for both messages, or two. Two runs at work
are two voices at once, word by word, as the reader of an unmerged conversation gets them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from itertools import groupby
from math import inf
from typing import Literal, TypeVar

from labs.widgets.asking import asked, told
from labs.widgets.changes import changes
from labs.widgets.film import Film, Handle, Line, Mark, State, Words
from labs.widgets.looks import half_width
from labs.widgets.voices import SCENES, Outcome, Scene
from labs.widgets.wording import listed, table

Status = TypeVar("Status", bound=str)

Verdict = Literal["joins", "its own", "odd"]

_PAST = 10
"""How many seconds after the window the picture goes on."""


@dataclass(frozen=True)
class Moment:
    """An instant at which the second message may come, and what the student's rule says then."""

    age: timedelta
    inside: bool
    answer: object

    @property
    def verdict(self) -> Verdict:
        """What the answer means; only `True` and `False` mean anything."""
        if self.answer is True:
            return "joins"
        return "its own" if self.answer is False else "odd"


def moments(
    should_merge: Callable[[Status, timedelta], object], status: Status, window: timedelta
) -> list[Moment]:
    """Each second until some time after the window, and the last instant inside it."""
    seconds = {timedelta(seconds=n) for n in range(int(window.total_seconds()) + _PAST + 1)}
    ages = sorted(seconds | {window - timedelta(microseconds=1), window})
    return [Moment(age, age < window, asked(partial(should_merge, status, age))) for age in ages]


def merge_film(
    should_merge: Callable[[Status, timedelta], object], status: Status, window: timedelta
) -> Film:
    """The picture for a first run of that status: a frame for each instant."""
    seen, scene = moments(should_merge, status, window), SCENES[status]
    return Film(
        title=f"A second message comes while the first run is {status}",
        width=700,
        height=_ROWS["reader sees"] + 20,
        captions=tuple(_caption(moment, status, scene) for moment in seen),
        marks=(
            Mark(_X, _ROWS["messages"], "first", ((0, "sent"),)),
            Mark(_LEFT + half_width(status), _ROWS["run 1 is"], status, ((0, "run"),)),
            *_outcome_marks(scene, [moment.verdict for moment in seen]),
        ),
        lines=(*_axis(seen), *_brackets(seen)),
        words=(*_names(), *_ticks(seen), *_remarks(seen, status)),
        handle=_handle(seen),
        begin=min(12, len(seen) - 1),
        step_name="instant",
        table=_in_words(seen),
    )


def merge_table(
    should_merge: Callable[[Status, timedelta], object],
    statuses: Sequence[Status],
    window: timedelta,
) -> str:
    """The student's rule in words: a line a status."""
    rows: list[tuple[str, ...]] = [
        ("first run", "second message joins", "has a run of its own", "no answer")
    ]
    for status in statuses:
        seen = moments(should_merge, status, window)
        rows.append((status, *(_when(seen, said) for said in ("joins", "its own", "odd"))))
    return table(rows)


_X, _SECOND = 134.0, 13.3
_APART = 4.0
"""How far from its neighbour the handle stands at the least, so that a hand can tell them apart."""

_LEFT = _X - 12
"""Where what is not on the axis of time begins."""

_ROWS: Mapping[str, float] = {
    "messages": 28,
    "time": 62,
    "window": 98,
    "your rule joins": 122,
    "run 1 is": 164,
    "run 1 says": 208,
    "run 2 says": 242,
    "reader sees": 286,
}


def _x(age: timedelta) -> float:
    return _X + age.total_seconds() * _SECOND


def _handle(seen: Sequence[Moment]) -> Handle:
    at = [_x(moment.age) for moment in seen]
    places = tuple(
        min(here, after - _APART) for here, after in zip(at, [*at[1:], inf], strict=True)
    )
    top, bottom = _ROWS["messages"] - 14, _ROWS["your rule joins"] + 12
    return Handle(_X, _SECOND, top, bottom, "second", places)


def _seconds(age: timedelta) -> str:
    return f"{age.total_seconds():.6f}".rstrip("0").rstrip(".") + " s"


def _stretches(seen: Sequence[Moment], verdict: Verdict) -> Iterator[tuple[int, int]]:
    """The first and the last frame of each stretch in which the rule says so."""
    for said, group in groupby(range(len(seen)), key=lambda frame: seen[frame].verdict):
        frames = list(group)
        if said == verdict:
            yield frames[0], frames[-1]


def _when(seen: Sequence[Moment], verdict: Verdict) -> str:
    parts = []
    for first, last in _stretches(seen, verdict):
        ends = _seconds(seen[first].age), _seconds(seen[last].age)
        parts.append(ends[0] if first == last else " to ".join(ends))
    return listed(parts) or "never"


def _in_words(seen: Sequence[Moment]) -> str:
    names: Mapping[Verdict, str] = {
        "joins": "The second message joins the first run",
        "its own": "It has a run of its own",
        "odd": "It gets no answer",
    }
    return "\n".join(f"{name}: {_when(seen, said)}" for said, name in names.items())


def _caption(moment: Moment, status: str, scene: Scene) -> str:
    where = "inside" if moment.inside else "outside"
    outcome = _outcomes(scene)[moment.verdict]
    return (
        f"After {_seconds(moment.age)}, {where} the window, the run is {status}. "
        f"should_merge {told(moment.answer)}: {outcome.said}. The reader sees: {outcome.read}"
    )


def _outcomes(scene: Scene) -> Mapping[Verdict, Outcome]:
    return {"joins": scene.one_run(), "its own": scene.two_runs(), "odd": scene.no_answer()}


def _outcome_marks(scene: Scene, verdicts: Sequence[Verdict]) -> Iterator[Mark]:
    """The words of each outcome that occurs, there while the rule says so."""
    for verdict, outcome in _outcomes(scene).items():
        left = _LEFT

        def during(look: State, verdict: Verdict = verdict) -> tuple[tuple[int, State], ...]:
            return changes(look if said == verdict else "absent" for said in verdicts)

        if verdict in verdicts:
            read = outcome.read
            yield Mark(left + half_width(read), _ROWS["reader sees"], read, during("shown"))
            for piece in outcome.pieces:
                half = half_width(piece.text)
                row = _ROWS[f"run {piece.run} says"]
                yield Mark(left + half, row, piece.text, during(piece.part))
                left += 2 * half + 5


def _axis(seen: Sequence[Moment]) -> Iterator[Line]:
    y = _ROWS["time"]
    yield Line(_X, y, _x(seen[-1].age) + 14, y, arrow=True)
    for moment in seen:
        x, high = _x(moment.age), 6 if _is_round(moment) else 2
        yield Line(x, y - high, x, y + high)


def _is_round(moment: Moment) -> bool:
    return moment.age % timedelta(seconds=10) == timedelta()


def _brackets(seen: Sequence[Moment]) -> Iterator[Line]:
    """Where the window is, and under it where the student's rule lets the message join."""
    window = sum(moment.inside for moment in seen) - 1
    yield from _bracket(_ROWS["window"], _between(seen, 0), _between(seen, window + 1))
    for first, last in _stretches(seen, "joins"):
        yield from _bracket(
            _ROWS["your rule joins"], _between(seen, first), _between(seen, last + 1)
        )


def _between(seen: Sequence[Moment], frame: int) -> float:
    """Half way from the instant before that frame's to its own; the picture's ends are ends."""
    before, own = seen[max(frame - 1, 0)], seen[min(frame, len(seen) - 1)]
    return (_x(before.age) + _x(own.age)) / 2


def _bracket(y: float, left: float, right: float) -> Iterator[Line]:
    yield Line(left, y, right, y)
    yield from (Line(x, y - 6, x, y + 6) for x in (left, right))


def _names() -> Iterator[Words]:
    return (Words(8, y + 4, name) for name, y in _ROWS.items())


def _ticks(seen: Sequence[Moment]) -> Iterator[Words]:
    for moment in filter(_is_round, seen):
        yield Words(_x(moment.age) - 10, _ROWS["time"] + 20, _seconds(moment.age))


def _remarks(seen: Sequence[Moment], status: str) -> Iterator[Words]:
    after = _LEFT + 2 * half_width(status) + 12
    yield Words(after, _ROWS["run 1 is"] + 4, SCENES[status].said)
    if not any(moment.verdict == "joins" for moment in seen):
        yield Words(_LEFT, _ROWS["your rule joins"] + 4, "never")
    for first, last in _stretches(seen, "odd"):
        middle = (_x(seen[first].age) + _x(seen[last].age)) / 2
        yield Words(middle - 3, _ROWS["your rule joins"] + 4, "?")
