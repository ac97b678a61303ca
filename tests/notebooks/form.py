"""What a day's notebook is made of, in numbers: cells, words, prose and code.

Knows nothing but its cells. An exercise's cell is the student's: its length counts for itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from tests.notebooks.days import Cell, Notebook, exercise_of


@dataclass(frozen=True)
class Figures:
    """A notebook in numbers. `prose`: the share of its lines that are text; blank ones aside."""

    cells: int
    code_cells: int
    words: int
    prose: float
    longest_code: int
    code_in_a_row: int


def figures(notebook: Notebook) -> Figures:
    """Count."""
    cells = notebook["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    text = [cell for cell in cells if cell["cell_type"] == "markdown"]
    written, run = len(_lines(text)), len(_lines(code))
    rows = [
        len(list(row)) for kind, row in groupby(c["cell_type"] for c in cells) if kind == "code"
    ]
    return Figures(
        cells=len(cells),
        code_cells=len(code),
        words=sum(len(cell["source"].split()) for cell in text),
        prose=written / max(1, written + run),
        longest_code=max((len(_lines([c])) for c in code if exercise_of(c) is None), default=0),
        code_in_a_row=max(rows, default=0),
    )


def _lines(cells: Sequence[Cell]) -> list[str]:
    return [line for cell in cells for line in cell["source"].splitlines() if line.strip()]
