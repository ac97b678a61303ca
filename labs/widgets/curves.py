"""Curves as SVG: bent arrows that change as marks do.

To the script a curve is a mark of a size of its own, so that it moves curves without knowing it.
"""

from collections.abc import Iterator
from math import hypot

from labs.widgets.film import Curve, Film, State
from labs.widgets.looks import LOOKS, TONES

_HEAD, _CROSS = 8.0, 6.0
_LIT = 2.5


def still_curve(curve: Curve, state: State) -> str:
    """A curve as it looks in that state, for good."""
    look = LOOKS[state]
    dashes = ' stroke-dasharray="5 4"' if look.dashed else ""
    wide = _LIT if state == "lit" else 1.25
    return (
        f'<g class="{_classes(state)}"><path d="{_path(curve, state)}" fill="none"'
        f' stroke="{TONES[look.tone].stroke}" stroke-width="{wide:g}"'
        f' stroke-linecap="round" stroke-linejoin="round"{dashes}/></g>'
    )


def living_curve(number: int, curve: Curve) -> str:
    """The film's curve of that number with its history; the script gives it its looks."""
    states = " ".join(f"{frame} {state}" for frame, state in curve.states)
    return (
        f'<g class="koda-mark koda-curve" display="none" data-states="{states}"'
        f' data-size="curve{number}"><path/></g>'
    )


def curve_forms(film: Film) -> Iterator[tuple[str, tuple[str, str]]]:
    """For each state of each curve, "lit curve3": its classes and its path."""
    for number, curve in enumerate(film.curves):
        for state in {state for _, state in curve.states} - {"absent"}:
            yield f"{state} curve{number}", (_classes(state), _path(curve, state))


def _classes(state: State) -> str:
    look = LOOKS[state]
    dashed = " koda-dashed" if look.dashed else ""
    return f"koda-mark koda-curve koda-{look.tone}{dashed}"


def _path(curve: Curve, state: State) -> str:
    way = f"M{curve.x1:.4g} {curve.y1:.4g}Q{curve.bend_x:.4g} {curve.bend_y:.4g}"
    cross = _cross(curve) if state == "struck" else ""
    return f"{way} {curve.x2:.4g} {curve.y2:.4g}{_head(curve)}{cross}"


def _head(curve: Curve) -> str:
    """Two strokes, back from the curve's end."""
    across, down = curve.x2 - curve.bend_x, curve.y2 - curve.bend_y
    long = max(hypot(across, down), 1e-9)
    x, y = _HEAD * across / long, _HEAD * down / long
    left = curve.x2 - x - y * 0.5, curve.y2 - y + x * 0.5
    right = curve.x2 - x + y * 0.5, curve.y2 - y - x * 0.5
    return (
        f"M{left[0]:.4g} {left[1]:.4g}L{curve.x2:.4g} {curve.y2:.4g}L{right[0]:.4g} {right[1]:.4g}"
    )


def _cross(curve: Curve) -> str:
    """A cross over the curve's middle, of pieces so short that dashes leave them whole."""
    x, y = curve.middle
    steps = [_CROSS * share for share in (-1, -0.5, 0, 0.5)]
    down = (f"M{x + s:.4g} {y + s:.4g}l{_CROSS / 2:g} {_CROSS / 2:g}" for s in steps)
    up = (f"M{x + s:.4g} {y - s:.4g}l{_CROSS / 2:g} {-_CROSS / 2:g}" for s in steps)
    return "".join((*down, *up))
