"""A table in plain text, 80 columns wide at most.

Knows how figures are written and nothing of what they mean. A `Table` is what every benchmark
returns.
"""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field

WIDTH = 80

Row = Sequence[str]
"""A name and one cell a heading; or a name and one sentence that says why there is no figure."""


@dataclass(frozen=True)
class Table:
    """Rows of figures. The first heading stands over the names; remarks stand below."""

    title: str
    headings: Row
    rows: Sequence[Row]
    remarks: Sequence[str] = field(default=())

    def __str__(self) -> str:
        full = [self.headings, *(row for row in self.rows if self._has_figures(row))]
        widths = [max(map(len, column)) for column in zip(*full, strict=True)]
        widths[0] = max(widths[0], *(len(row[0]) for row in self.rows))
        lines = [_aligned(self.headings, widths), "  ".join("-" * width for width in widths)]
        for row in self.rows:
            if self._has_figures(row):
                lines.append(_aligned(row, widths))
            else:
                lines.append(_wrapped(f"{row[0]:{widths[0]}}  {row[1]}", widths[0] + 2))
        notes = [_wrapped(remark, 0) for remark in self.remarks]
        return "\n".join([self.title, "", *lines, *([""] if notes else []), *notes])

    def _has_figures(self, row: Row) -> bool:
        return len(row) == len(self.headings)


def _aligned(row: Row, widths: Sequence[int]) -> str:
    cells = [f"{row[0]:{widths[0]}}"]
    cells += [f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True)]
    return "  ".join(cells).rstrip()


def _wrapped(text: str, indent: int) -> str:
    return textwrap.fill(text, WIDTH, subsequent_indent=" " * indent)


def times(value: float, base: float | None) -> str:
    """How many times the baseline; three digits that count."""
    if not base:
        return "-"
    ratio = value / base
    return f"{ratio:.{2 if ratio < 10 else 1 if ratio < 100 else 0}f}x"


def seconds(value: float) -> str:
    """A duration, in seconds."""
    return f"{value:.3f}"


def milliseconds(value: float) -> str:
    """A duration given in seconds, in milliseconds."""
    return f"{value * 1000:,.{2 if value < 0.1 else 0}f}"


def whole(value: float) -> str:
    """A count or a rate."""
    return f"{value:,.0f}"


def percent(value: float) -> str:
    """A share; of a core, where it is processor time."""
    return f"{value:.0%}"
