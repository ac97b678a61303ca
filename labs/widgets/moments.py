"""The moments of a stream: what is held, awaited and shown after each arrival.

Knows arrivals and no picture. The promise: each number from the start on, once, rising. What an
orderer shows beside it has a name: early, late, again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from labs.widgets.arrivals import Arrival
from labs.widgets.wording import spans

Way = Literal["in order", "early", "late", "again"]
Fate = Literal["shown", "held", "shown before", "held before", "before the start"]


@dataclass(frozen=True)
class Showing:
    """A number that the orderer showed, the way it came, and the one that was due instead."""

    seq: int
    way: Way
    due: int


@dataclass(frozen=True)
class Moment:
    """What one sees after the `number`-th arrival.

    `showings` are what it brought, `released` the numbers of the arrivals that were held until
    then. `awaited` is the lowest number not yet shown, `held` how many wait for it, and `overdue`
    the arrival that has brought it already.
    """

    number: int
    arrival: Arrival
    fate: Fate
    showings: tuple[Showing, ...]
    released: tuple[int, ...]
    awaited: int
    held: int
    overdue: int | None


def moments(arrivals: Sequence[Arrival], start: int) -> list[Moment]:
    """One moment an arrival."""
    stream = _Stream(start, awaited=start, greatest=start - 1)
    return [stream.after(number, arrival) for number, arrival in enumerate(arrivals, 1)]


@dataclass
class _Stream:
    start: int
    awaited: int
    greatest: int
    held: dict[int, int] = field(default_factory=dict)
    """For each number that arrived and was not shown, the arrival that brought it first."""
    seen: set[int] = field(default_factory=set)

    def after(self, number: int, arrival: Arrival) -> Moment:
        fate = self._fate(arrival)
        if fate in ("shown", "held"):
            self.held.setdefault(arrival.seq, number)
        showings = tuple(self._show(seq) for seq, _ in arrival.emitted)
        brought = [self.held.pop(s.seq) for s in showings if s.seq in self.held]
        return Moment(
            number,
            arrival,
            fate,
            showings,
            tuple(n for n in brought if n != number),
            self.awaited,
            len(self.held),
            self.held.get(self.awaited),
        )

    def _fate(self, arrival: Arrival) -> Fate:
        if any(seq == arrival.seq for seq, _ in arrival.emitted):
            return "shown"
        if arrival.seq < self.start:
            return "before the start"
        if arrival.seq in self.seen:
            return "shown before"
        return "held before" if arrival.seq in self.held else "held"

    def _show(self, seq: int) -> Showing:
        showing = Showing(seq, self._way(seq), self.awaited)
        self.seen.add(seq)
        self.greatest = max(self.greatest, seq)
        while self.awaited in self.seen:
            self.awaited += 1
        return showing

    def _way(self, seq: int) -> Way:
        if seq in self.seen:
            return "again"
        if seq < self.greatest:
            return "late"
        return "in order" if seq == self.awaited else "early"


def said(moment: Moment) -> str:
    """The moment in a sentence: "arrival 7: 5 arrives early; not shown yet, for 4 is due"."""
    parts = [
        f"arrival {moment.number}: {moment.arrival.seq} {_came(moment)}",
        *_brought(moment),
        "" if moment.overdue is None else f"{moment.awaited} is due and not shown",
        moment.arrival.trouble,
    ]
    return "; ".join(filter(None, parts))


def _came(moment: Moment) -> str:
    if moment.fate == "held" and moment.arrival.seq > moment.awaited:
        return "arrives early"
    own = [showing.way for showing in moment.showings if showing.seq == moment.arrival.seq]
    again = moment.fate in ("shown before", "held before") or own[:1] == ["again"]
    return "arrives again" if again else "arrives"


def _brought(moment: Moment) -> Iterator[str]:
    if not moment.showings:
        yield _kept(moment)
    in_order = [showing.seq for showing in moment.showings if showing.way == "in order"]
    if in_order:
        yield f"{spans(in_order)} {'is' if len(in_order) == 1 else 'are'} shown"
    for showing in moment.showings:
        if showing.way == "early":
            yield f"{showing.seq} is shown out of order, where {showing.due} is due"
        elif showing.way != "in order":
            yield f"{showing.seq} is shown {'too late' if showing.way == 'late' else 'again'}"


def _kept(moment: Moment) -> str:
    if moment.fate != "held":
        return "dropped"
    if moment.arrival.seq == moment.awaited:
        return ""
    # Held, or thrown away? From outside nobody can tell before it is due.
    count = f"; {moment.held} are not shown yet" if moment.held > 1 else ""
    return f"not shown yet, for {moment.awaited} is due{count}"
