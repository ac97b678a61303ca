"""Arrivals of a stream at an orderer, and what it emitted at each.

Knows no picture. The orderer may be a student's: it may show what it should not, or raise.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol, cast

from labs.widgets.asking import Raised, asked, shown, told

Emit = Callable[[int, str], None]


class Offers(Protocol):
    """What an orderer can do."""

    def offer(self, seq: int, text: str, /) -> object:
        """Take a fragment as it arrives."""


MakeOrderer = Callable[[int, Emit], Offers]
"""Makes an orderer that begins at a number and shows fragments with `emit(seq, text)`."""


@dataclass(frozen=True)
class Arrival:
    """One fragment as it arrived, and what the orderer emitted while it was offered.

    `trouble` says what else came of it, in words: that the orderer raised, for one.
    """

    seq: int
    text: str
    emitted: tuple[tuple[int, str], ...] = ()
    trouble: str = ""


def arrivals_of(
    order: Sequence[tuple[int, str]], make_orderer: MakeOrderer, start: int = 0
) -> list[Arrival]:
    """Offer the fragments in that order; once the orderer has raised, it is asked no more."""
    emitted: list[tuple[object, object]] = []
    orderer = asked(lambda: make_orderer(start, lambda seq, text: emitted.append((seq, text))))
    raised, arrivals = orderer if isinstance(orderer, Raised) else None, list[Arrival]()
    for seq, text in order:
        if raised is None:
            answer = asked(partial(cast(Offers, orderer).offer, seq, text))
            raised = answer if isinstance(answer, Raised) else None
        arrivals.append(_arrival(seq, text, emitted, raised))
        emitted.clear()
    return arrivals


def _arrival(
    seq: int, text: str, emitted: Sequence[tuple[object, object]], raised: Raised | None
) -> Arrival:
    plain = [pair for pair in emitted if type(pair[0]) is int and type(pair[1]) is str]
    odd = [pair for pair in emitted if pair not in plain]
    said = [f"the orderer emitted {shown(odd[0])}, no number and text"] if odd else []
    said += [f"the orderer {told(raised)}"] if raised else []
    return Arrival(seq, text, tuple(cast(list[tuple[int, str]], plain)), "; ".join(said))
