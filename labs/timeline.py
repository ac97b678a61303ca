"""A script as a small table in text: each call, what it should give, what it gave.

Knows the steps of a script and no exercise. No colour: where the promise breaks, a line says so in
words, and each row makes sense when it is read aloud.
"""

from collections.abc import Iterable, Sequence

from labs.checking import Step
from labs.visible import one_line

WIDTH = 69
"""Of a line, so that it fits into a report's block, indented, within 80 columns."""

MOST_STEPS = 10
_HEAD = ("call", "expected", "got")
_BREAKS = "breaks here"
_GIVING_WAY = ((2, 24), (1, 16), (0, 0))
"""Where a row is too long: which columns give way, in turn, and down to which width."""


def timeline(steps: Sequence[Step], *, most: int = MOST_STEPS) -> list[str]:
    """A heading and a line a step; of more than `most`, the first and the last ones."""
    if not steps:
        return []
    left_out = max(0, len(steps) - most)
    begin = (most + 1) // 2 if left_out else len(steps)
    lines = _aligned([_HEAD, *map(_row, steps[:begin]), *map(_row, steps[begin + left_out :])])
    if left_out:
        lines.insert(begin + 1, f"... {left_out:,} more, as expected ...")
    if steps[-1].breach is not None:
        lines.append(" " * lines[0].index(_HEAD[2]) + _BREAKS)
    return lines


def listed(parts: Sequence[str], between: str = ", ", most: int = 12) -> str:
    """The parts in one line; of very many, the first and the last ones."""
    if len(parts) <= most:
        return between.join(parts)
    begin, end = parts[: most // 2], parts[-2:]
    left_out = len(parts) - len(begin) - len(end)
    return between.join([*begin, f"... {left_out:,} more ...", *end])


def _row(step: Step) -> tuple[str, ...]:
    return tuple(map(one_line, (step.said, step.expected, step.got)))


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = _widths([max(map(len, column)) for column in zip(*rows, strict=True)])
    return ["  ".join(_cells(row, widths)).rstrip() for row in rows]


def _widths(natural: Sequence[int]) -> list[int]:
    widths = list(natural)
    for column, least in _GIVING_WAY:
        too_much = max(0, sum(widths) + 2 * (len(widths) - 1) - WIDTH)
        widths[column] = max(min(widths[column], least), widths[column] - too_much)
    return widths


def _cells(row: Iterable[str], widths: Iterable[int]) -> Iterable[str]:
    for cell, width in zip(row, widths, strict=True):
        fits = len(cell) <= width
        yield (cell if fits else f"{cell[: width - 3]}...").ljust(width)
