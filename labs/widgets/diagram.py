"""A diagram of boxes: where each stands, and the way of an arrow from one to another.

Geometry only. An arrow bends to the left of where it goes, so that there and back are two curves;
the further it goes within a row, the more it bends away from the boxes between.
"""

from math import hypot

from labs.widgets.film import Curve, State
from labs.widgets.looks import half_width

Place = tuple[float, float]

WIDTH, HEIGHT = 700.0, 324.0

_ROW = 4
"""How many boxes stand in the upper row; the others stand beneath."""

_LEFT, _STEP, _UPPER, _LOWER = 74.0, 184.0, 112.0, 270.0
_GAP = 5.0
"""Between an arrow and a box."""

_BENDS = {1: 26.0, 2: 110.0, 3: 170.0}


def place(number: int) -> Place:
    """The centre of a box, by its number."""
    if number < _ROW:
        return _LEFT + number * _STEP, _UPPER
    return _LEFT + (number - _ROW + 1) * _STEP, _LOWER


def curve(
    current: int, target: int, labels: tuple[str, str], states: tuple[tuple[int, State], ...]
) -> Curve:
    """The arrow between two boxes, with its history."""
    begin, end = place(current), place(target)
    if current == target:
        return _loop(begin, states)
    bend = _bend(begin, end)
    return Curve(*_edge(begin, bend, labels[0]), *bend, *_edge(end, bend, labels[1]), states)


def _loop(centre: Place, states: tuple[tuple[int, State], ...]) -> Curve:
    x, y = centre
    away = -1 if y == _UPPER else 1
    return Curve(x - 9, y + 14 * away, x, y + 60 * away, x + 9, y + 16 * away, states)


def _bend(begin: Place, end: Place) -> Place:
    """A point to the left of the middle, as seen from where the arrow begins."""
    across, down = end[0] - begin[0], end[1] - begin[1]
    far = _BENDS.get(round(abs(across) / _STEP), 0) if not down else 16
    long = hypot(across, down)
    middle = (begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2
    return middle[0] + far * down / long, middle[1] - far * across / long


def _edge(centre: Place, towards: Place, label: str) -> Place:
    """Where the straight line from a box's centre leaves the box, and a little further."""
    across, down = towards[0] - centre[0], towards[1] - centre[1]
    wide, high = half_width(label) + _GAP, 12 + _GAP
    share = min(wide / abs(across) if across else 1e9, high / abs(down) if down else 1e9)
    return centre[0] + across * share, centre[1] + down * share
