"""The legend of a picture: each state's shape and its word, and what its arrows mean.

A word for all that is told by a shape or a colour, so that neither has to be guessed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from labs.widgets.curves import still_curve
from labs.widgets.film import Curve, Film, State
from labs.widgets.looks import CHARACTER, HALF, LOOKS
from labs.widgets.pieces import MUTED, placed

ROW = 30.0
_MARK, _GAP = 2 * HALF + 14, 20.0


@dataclass(frozen=True)
class Entry:
    """A state and its word; of a mark, or of an arrow."""

    state: State
    word: str
    arrow: bool = False

    @property
    def width(self) -> float:
        """The room that it takes in its row."""
        return _MARK + len(self.word) * CHARACTER + _GAP


def entries(film: Film) -> Sequence[Entry]:
    """All that occurs in the film, in the order in which it first does."""
    drawn = {state for curve in film.curves for _, state in curve.states}
    arrows = [Entry(state, word, arrow=True) for state, word in film.arrows if state in drawn]
    return [*(Entry(state, meaning(film, state)) for state in film.states_used()), *arrows]


def meaning(film: Film, state: State) -> str:
    """What a mark in that state means in this film."""
    return dict(film.meanings).get(state, LOOKS[state].word)


def legend_rows(film: Film, width: float) -> Sequence[Sequence[Entry]]:
    """The entries, as many in a row as fit."""
    rows: list[list[Entry]] = [[]]
    used = 0.0
    for entry in entries(film):
        used += entry.width
        if used > width and rows[-1]:
            rows.append([])
            used = entry.width
        rows[-1].append(entry)
    return rows if rows[0] else []


def drawn_legend(rows: Sequence[Sequence[Entry]], x: float, y: float) -> Iterator[str]:
    """Each entry's shape, and its word beside it."""
    for number, row in enumerate(rows):
        at, down = x, y + number * ROW
        for entry in row:
            yield _sample(entry, at + HALF + 5, down)
            yield (
                f'<text class="koda-word" x="{at + _MARK:g}" y="{down + 4.5:g}"'
                f' fill="{MUTED}">{entry.word}</text>'
            )
            at += entry.width


def _sample(entry: Entry, x: float, y: float) -> str:
    if not entry.arrow:
        return placed(x, y, LOOKS[entry.state], "")
    arrow = Curve(x - 16, y + 3, x - 1, y - 5, x + 14, y + 3, ((0, entry.state),))
    return still_curve(arrow, entry.state)
