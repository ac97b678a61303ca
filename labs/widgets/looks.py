"""How a mark looks: for each state a shape and a word, and colours that only repeat it.

Two states never share a form, which is the path, whether it is dashed and whether it is filled in:
whoever prints in grey, or sees no colour, loses nothing. The colours here are those of a still
picture on its own light ground; `film.css` has the living ones.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from labs.widgets.film import State

Tone = Literal["ink", "clear", "grey", "amber", "blue", "solid-blue", "green", "red", "violet"]

HALF = 12.0
"""Half a mark's height, and half its width where the label is short."""

CHARACTER = 7.2
"""The width of one character of a label; a little wide for most, so that all labels fit."""


@dataclass(frozen=True)
class Paint:
    """The colours of a tone in a still picture: inside, outline, label."""

    fill: str
    stroke: str
    ink: str


TONES: Mapping[Tone, Paint] = {
    "ink": Paint("#243b53", "#243b53", "#ffffff"),
    "clear": Paint("#ffffff", "#627d98", "#243b53"),
    "grey": Paint("#eef1f5", "#5b6b7c", "#3e4c59"),
    "amber": Paint("#fff1cc", "#8f5b00", "#3d2a00"),
    "blue": Paint("#e1eefb", "#1f6099", "#123d63"),
    "solid-blue": Paint("#1f6099", "#1f6099", "#ffffff"),
    "green": Paint("#e0f4ea", "#1d7050", "#0f4a36"),
    "red": Paint("#fdeae7", "#b3261e", "#7a1b12"),
    "violet": Paint("#f0e8fa", "#6b3fa0", "#45276b"),
}

Form = Callable[[float], str]
"""Half a width, to the data of an SVG path around (0, 0)."""


@dataclass(frozen=True)
class Look:
    """A state's word, form and tone; a dashed outline is part of the form."""

    word: str
    form: Form
    tone: Tone
    dashed: bool = False


def half_width(label: str) -> float:
    """Half the width of a mark with this label in it."""
    # A short word may be all m and w; in a long one wide and narrow letters even out.
    return max(HALF, 3 + len(label) * CHARACTER / 2 + min(len(label), 6) * 0.8)


def _pill(half: float, tall: float = HALF) -> str:
    straight = f"{2 * (half - tall):g}"
    turn = f"a{tall:g} {tall:g} 0 0 1 0 "
    return (
        f"M{tall - half:g} {-tall:g}h{straight}{turn}{2 * tall:g}h-{straight}{turn}{-2 * tall:g}z"
    )


def _box(half: float) -> str:
    return f"M{-half:g} -11h{2 * half:g}v22h{-2 * half:g}z"


def _card(half: float) -> str:
    side = f"{2 * half - 8:g}"
    return f"M{4 - half:g} -12h{side}q4 0 4 4v16q0 4 -4 4h-{side}q-4 0 -4 -4v-16q0 -4 4 -4z"


def _octagon(half: float) -> str:
    top = f"{2 * half - 10:g}"
    return f"M{5 - half:g} -12h{top}l5 5v14l-5 5h-{top}l-5 -5v-14z"


def _diamond(half: float) -> str:
    top = f"{2 * (half - HALF):g}"
    return f"M{-half - 2:g} 0l14 -14h{top}l14 14l-14 14h-{top}z"


def _tag(half: float) -> str:
    return f"M{-half - 5:g} 0l8 -12h{2 * half:g}v24h{-2 * half:g}z"


def _bubble(half: float) -> str:
    return f"{_pill(half)}M{3 - half:g} 10.5l-2 8l9 -7"


def _lens(half: float) -> str:
    return f"{_pill(half)}M{3 - half:g} -14.5h{2 * half - 3:g}q8 0 8 9v9"


def _doubled(half: float) -> str:
    return f"{_box(half)}M{5 - half:g} -11v-4h{2 * half:g}v22h-5"


def _slashed(half: float) -> str:
    return f"{_pill(half)}M{-half:g} 13L{half:g} -13"


def _crossed_card(half: float) -> str:
    return f"{_card(half)}M{-half:g} -13L{half:g} 13M{-half:g} 13L{half:g} -13"


def _underlined(half: float) -> str:
    return f"{_pill(half, 10)}M{-half:g} 14h{2 * half:g}"


def _ringed(half: float) -> str:
    return _pill(half + 3, HALF + 3) + _pill(half)


def _barred(half: float) -> str:
    return f"{_box(half)}M{1.5 - half:g} -11v22M{3 - half:g} -11v22"


LOOKS: Mapping[State, Look] = {
    "sent": Look("sent", _pill, "clear"),
    "shown": Look("shown", _pill, "ink"),
    "held": Look("held", _box, "amber"),
    "early": Look("not shown yet", _box, "amber", dashed=True),
    "dropped": Look("dropped", _slashed, "grey"),
    "gap": Look("waited for", _pill, "blue", dashed=True),
    "lost": Look("lost", _octagon, "red", dashed=True),
    "wrong": Look("out of order", _diamond, "red"),
    "seen": Look("seen before", _underlined, "grey"),
    "replayed": Look("replayed", _tag, "blue"),
    "live": Look("live", _ringed, "green"),
    "overlap": Look("overlap", _lens, "violet"),
    "twice": Look("shown twice", _doubled, "red"),
    "run": Look("run", _barred, "blue"),
    "answer": Look("answer", _bubble, "green"),
    "plain": Look("not reached", _card, "clear"),
    "lit": Look("reached", _card, "solid-blue"),
    "struck": Look("refused", _crossed_card, "red", dashed=True),
}
"""An absent mark is not drawn, so it has no look."""
