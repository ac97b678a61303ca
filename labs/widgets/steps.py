"""A counterexample as a small picture: each step, what it should give above what it gave.

Knows three texts a step and no exercise. All of them are a student's to choose, so all are made
visible and escaped; a long one is cut.
"""

from collections.abc import Iterator, Sequence
from itertools import chain

from labs.visible import one_line
from labs.widgets.looks import TONES
from labs.widgets.pieces import FAINT, GROUND, INK, MUTED, opening, safe

Step = tuple[str, str, str]
"""What was called, what it should give, what it gave; a trace's `said`, `expected`, `got`."""

MOST_STEPS = 10
_MOST_TEXT = 64
_CHARACTER = 7.9
"""The width of a character in a typewriter's face of 13 units."""

_TOP, _STEP, _LINE, _AXIS, _TEXT, _VALUE = 26.0, 66.0, 18.0, 22.0, 44.0, 116.0
_MONO = "font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\""
_RED = TONES["red"].stroke


def steps_svg(steps: Sequence[Step]) -> str:
    """The steps from above to below, of more than ten the first and the last; the last one breaks.

    Like any still picture of ours it stands for itself: no style sheet, no script, its own ground.
    """
    parts = _parts(steps)
    width = max(_VALUE, *(_width(part) for part in parts)) + 24 if parts else 2 * _VALUE
    bottom = _TOP + _STEP * (len(parts) - 1)
    return "".join(
        [
            f'{opening(width, bottom + 2 * _LINE + 18)} style="max-width:100%;height:auto">',
            f"<title>What breaks it, step by step</title><desc>{safe(_told(parts))}</desc>",
            f'<rect width="100%" height="100%" rx="6" fill="{GROUND}"/>',
            f'<path d="M{_AXIS:g} {_TOP:g}V{bottom:g}" stroke="{FAINT}" stroke-width="1.5"/>',
            *chain.from_iterable(_drawn(n, part, len(parts)) for n, part in enumerate(parts)),
            "</svg>",
        ]
    )


def _parts(steps: Sequence[Step]) -> Sequence[Step | int]:
    """The steps as they are drawn; a number stands for that many that are left out."""
    left_out = len(steps) - MOST_STEPS
    if left_out <= 0:
        return [*steps]
    return [*steps[: MOST_STEPS // 2], left_out, *steps[-(MOST_STEPS // 2) :]]


def _told(parts: Sequence[Step | int]) -> str:
    return " ".join(
        f"{part:,} more, as expected."
        if isinstance(part, int)
        else f"{part[0]}: expected {part[1]}, got {part[2]}."
        for part in parts
    )


def _cut(text: str) -> str:
    text = one_line(text)
    return text if len(text) <= _MOST_TEXT else f"{text[: _MOST_TEXT - 3]}..."


def _width(part: Step | int) -> float:
    if isinstance(part, int):
        return _TEXT
    call, expected, got = (len(_cut(text)) * _CHARACTER for text in part)
    return max(_TEXT + call + 100, _VALUE + expected, _VALUE + got)


def _drawn(number: int, part: Step | int, count: int) -> Iterator[str]:
    y = _TOP + number * _STEP
    if isinstance(part, int):
        yield f'<circle cx="{_AXIS:g}" cy="{y:g}" r="11" fill="{GROUND}"/>'
        yield from (_dot(y + down) for down in (-7, 0, 7))
        yield _text(_TEXT, y + 4.5, f"{part:,} more, as expected", MUTED)
        return
    breaks = number == count - 1
    yield _cross(y) if breaks else _ring(y)
    call, expected, got = map(_cut, part)
    yield _text(_TEXT, y + 4.5, call, INK, f'{_MONO} font-weight="600"')
    yield from _value(y + 4.5 + _LINE, "expected", expected, INK)
    yield from _value(y + 4.5 + 2 * _LINE, "got", got, _RED if breaks else INK)
    if breaks:
        right = _TEXT + len(call) * _CHARACTER + 14
        yield _text(right, y + 4.5, "breaks here", _RED, 'font-weight="600"')


def _value(y: float, name: str, value: str, ink: str) -> Iterator[str]:
    yield _text(_TEXT, y, name, MUTED)
    yield _text(_VALUE, y, value, ink, _MONO)


def _text(x: float, y: float, text: str, ink: str, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" fill="{ink}" xml:space="preserve" {more}>{safe(text)}</text>'


def _dot(y: float) -> str:
    return f'<circle cx="{_AXIS:g}" cy="{y:g}" r="1.75" fill="{MUTED}"/>'


def _ring(y: float) -> str:
    paint = f'fill="{GROUND}" stroke="{MUTED}" stroke-width="1.75"'
    return f'<circle cx="{_AXIS:g}" cy="{y:g}" r="6" {paint}/>'


def _cross(y: float) -> str:
    arms = f"M{_AXIS - 6:g} {y - 6:g}l12 12m0 -12l-12 12"
    return (
        f'<circle cx="{_AXIS:g}" cy="{y:g}" r="11" fill="{GROUND}"/>'
        f'<path d="{arms}" stroke="{_RED}" stroke-width="3.25" stroke-linecap="round"/>'
    )
