"""The fragments in the lanes: where each stands, and how it looks from which moment on.

Knows moments, lanes and places, and nothing of units.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby

from labs.widgets.film import State
from labs.widgets.moments import Fate, Moment, Way

SENT, ARRIVED, SHOWN = range(3)

_FATES: Mapping[Fate, State] = {"shown": "shown", "held": "early"}
_SHOWINGS: Mapping[Way, State] = {
    "in order": "shown",
    "early": "wrong",
    "late": "wrong",
    "again": "twice",
}


@dataclass(frozen=True)
class Piece:
    """A number in a lane, at the `place`-th place from 1 on, and its states by moment."""

    lane: int
    place: int
    number: int
    states: tuple[tuple[int, State], ...]


def pieces(past: Sequence[Moment], numbers: range) -> Iterator[Piece]:
    """All that is in the lanes, if those numbers were sent."""
    yield from _sent(past, numbers)
    yield from _arrived(past)
    yield from _shown(past)


def _sent(past: Sequence[Moment], numbers: range) -> Iterator[Piece]:
    """What has not arrived by the end is lost."""
    arrived: dict[int, int] = {}
    for moment in past:
        arrived.setdefault(moment.arrival.seq, moment.number)
    places = _places([arrived.get(number, len(past)) for number in numbers])
    for place, number in zip(places, numbers, strict=True):
        lost: list[tuple[int, State]] = [] if number in arrived else [(len(past), "lost")]
        yield Piece(SENT, place, number, ((0, "sent"), *lost))


def _arrived(past: Sequence[Moment]) -> Iterator[Piece]:
    later: dict[int, dict[int, State]] = {moment.number: {} for moment in past}
    for moment in past:
        if moment.overdue is not None:
            later[moment.overdue].setdefault(moment.number, "lost")
        later |= {n: {**later[n], moment.number: "shown"} for n in moment.released}
    for moment in past:
        state = _FATES.get(moment.fate, "dropped")
        states = {moment.number: state, **later[moment.number]}
        yield Piece(ARRIVED, moment.number, moment.arrival.seq, _changes(states))


def _changes(states: dict[int, State]) -> tuple[tuple[int, State], ...]:
    runs = groupby(states.items(), key=lambda item: item[1])
    return tuple(next(run) for _, run in runs)


def _shown(past: Sequence[Moment]) -> Iterator[Piece]:
    """What is shown, and the gap behind it, for as long as anything waits for it."""
    shown = [(moment.number, showing) for moment in past for showing in moment.showings]
    places = _places([number for number, _ in shown])
    for place, (frame, showing) in zip(places, shown, strict=True):
        yield Piece(SHOWN, place, showing.seq, ((frame, _SHOWINGS[showing.way]),))
    yield from _awaited(past, [0, *places])


def _awaited(past: Sequence[Moment], places: Sequence[int]) -> Iterator[Piece]:
    count, gaps = 0, list[tuple[int, int, int, State]]()
    for moment in past:
        count += len(moment.showings)
        if moment.held:
            state: State = "gap" if moment.overdue is None else "lost"
            gaps.append((moment.number, places[count] + 1, moment.awaited, state))
    for (place, number, state), run in groupby(gaps, key=lambda gap: gap[1:]):
        moved = [gap[0] for gap in run]
        yield Piece(SHOWN, place, number, ((moved[0], state), (moved[-1] + 1, "absent")))


def _places(moments: Sequence[int]) -> Sequence[int]:
    """A place for each, all in this order, none later than its moment if there is room.

    So what came at one moment stands side by side, and the lanes stay abreast.
    """
    places, latest = list[int](), max(moments, default=0) + 1
    for moment in reversed(moments):
        latest = min(moment, latest - 1)
        places.append(latest)
    behind = accumulate(reversed(places), lambda before, place: max(before + 1, place), initial=0)
    return list(behind)[1:]
