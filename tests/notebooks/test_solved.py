"""The same notebooks with the solutions in their exercise cells: every card says passed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.notebooks.days import (
    DAYS,
    Cell,
    code_cells,
    exercise_files,
    exercise_of,
    read,
    run,
    solve,
    workspace,
)

CARD = "self-check"
"""The heading that each card's text has, and nothing else in a notebook."""


@pytest.fixture(scope="module")
def solved() -> Iterator[Path]:
    """A workspace of somebody who has done all days, and is going through them once more."""
    with workspace() as notebooks:
        solve(notebooks)
        yield notebooks


def cards(cell: Cell) -> list[str]:
    """The texts of the cards that the cell shows."""
    texts = [output.get("data", {}).get("text/plain", "") for output in cell["outputs"]]
    return [text for text in texts if CARD in text]


@pytest.mark.parametrize("day", DAYS, ids=lambda day: day.stem)
def test_every_card_passes(solved: Path, day: Path) -> None:
    notebook = read(day)
    answers = exercise_files("solutions")
    for cell in code_cells(notebook):
        if (name := exercise_of(cell)) is not None:
            cell["source"] = f"%%exercise {name}\n{answers[name].read_text()}"
    for cell in code_cells(run(notebook, solved)):
        assert not [o for o in cell["outputs"] if o["output_type"] == "error"], cell["source"]
        shown = cards(cell)
        if "exercise" in cell["source"] or "check(" in cell["source"]:
            assert shown, f"no card: {cell['source']}"
        for text in shown:
            assert "failed" not in text, text
