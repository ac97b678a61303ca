"""A film: one picture that changes frame by frame, described once.

Plain data, no drawing. What it is good for: the text, the SVG in a saved notebook and the living
widget are made from the same description, so that they cannot disagree.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

State = Literal[
    "absent", "sent", "shown", "held", "early", "dropped", "gap", "lost", "wrong", "seen",
    "replayed", "live", "overlap", "twice", "run", "answer", "plain", "lit", "struck",
]  # fmt: skip
"""How a mark looks: a shape and a word for each, never a colour alone; see `looks`."""


@dataclass(frozen=True)
class Mark:
    """One small thing in the picture: where it is, its label, and how it looks when.

    `states` says from which frame on it has which state, frames rising; before the first it is
    absent. `x` and `y` are its centre, in units of the picture.
    """

    x: float
    y: float
    label: str
    states: tuple[tuple[int, State], ...]

    def state(self, frame: int) -> State:
        """How it looks in that frame."""
        return _at(self.states, frame)


@dataclass(frozen=True)
class Handle:
    """An upright line that moves with the frame and can be dragged: a playhead, a cut.

    In frame `n` it stands at `x + n * step`, or at `places[n]`, from `top` to `bottom`.
    """

    x: float
    step: float
    top: float
    bottom: float
    label: str
    places: tuple[float, ...] = ()

    def place(self, frame: int) -> float:
        """Where it stands in that frame."""
        return self.places[frame] if self.places else self.x + frame * self.step


@dataclass(frozen=True)
class Line:
    """A straight line, drawn once; `arrow` gives it a head."""

    x1: float
    y1: float
    x2: float
    y2: float
    arrow: bool = False


@dataclass(frozen=True)
class Curve:
    """A bent arrow with a history, as a mark has one; struck, a cross is drawn over it.

    It goes from (`x1`, `y1`) to (`x2`, `y2`) and is drawn towards (`bend_x`, `bend_y`) on its way.
    """

    x1: float
    y1: float
    bend_x: float
    bend_y: float
    x2: float
    y2: float
    states: tuple[tuple[int, State], ...]

    @property
    def middle(self) -> tuple[float, float]:
        """The point half way along."""
        return (self.x1 + 2 * self.bend_x + self.x2) / 4, (self.y1 + 2 * self.bend_y + self.y2) / 4

    def state(self, frame: int) -> State:
        """How it looks in that frame."""
        return _at(self.states, frame)


@dataclass(frozen=True)
class Words:
    """A piece of text in the picture that stays; (`x`, `y`) is where its baseline begins."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Film:
    """A picture that changes frame by frame.

    `captions` has one sentence a frame: what one sees there, for whoever cannot see it. `begin` is
    the frame that is shown first, and in a saved notebook. `step_name` is what a frame is: "step".
    `table` stands for the rows of marks in the picture's text form, where it says more than they.
    `arrows` says what a curve in each state means, for the legend; `meanings` what a mark means,
    where its usual word does not fit.
    """

    title: str
    width: float
    height: float
    captions: tuple[str, ...]
    marks: tuple[Mark, ...]
    lines: tuple[Line, ...] = ()
    words: tuple[Words, ...] = ()
    handle: Handle | None = None
    begin: int = 0
    step_name: str = "step"
    curves: tuple[Curve, ...] = ()
    table: str = ""
    arrows: tuple[tuple[State, str], ...] = ()
    meanings: tuple[tuple[State, str], ...] = ()

    def states_used(self) -> Sequence[State]:
        """The states that occur, each once, in the order in which they first do."""
        used = [state for mark in self.marks for _, state in mark.states if state != "absent"]
        return list(dict.fromkeys(used))


def _at(states: tuple[tuple[int, State], ...], frame: int) -> State:
    past = list(takewhile(lambda change: change[0] <= frame, states))
    return past[-1][1] if past else "absent"
