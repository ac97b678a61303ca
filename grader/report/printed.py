"""What a student's code printed, as a few short lines: enough to see where it has been.

Knows texts and how to make them visible. The lines that the code printed stay lines, and their
blanks stay; what does not fit is counted.
"""

from collections.abc import Iterator, Sequence

from grader.record import Output
from labs.visible import visible

MOST_LINES = 8
WIDTH = 69
"""So many columns, behind a field's name, of 80."""


def printed_lines(output: Output) -> Sequence[str]:
    """The first lines, visible, and how much more there is; nothing if there is nothing to see."""
    pieces = [piece for line in _lines(output.text) for piece in _pieces(line)]
    shown = [piece.rstrip() for piece in pieces[:MOST_LINES]]
    more = sum(map(len, pieces[MOST_LINES:]))
    if more:
        over = "over " if output.is_cut else ""
        shown.append(f"... {over}{more:,} more character{'' if more == 1 else 's'}")
    elif output.is_cut:
        shown.append("... more characters")
    return shown


def _lines(text: str) -> Sequence[str]:
    return visible(text.rstrip()).split("\n") if text.strip() else []


def _pieces(line: str) -> Iterator[str]:
    for start in range(0, max(len(line), 1), WIDTH):
        yield line[start : start + WIDTH]
