"""The notebooks show a student what is stored in them: nbval runs each and compares."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.notebooks.counting import COUNTS
from tests.notebooks.days import (
    DAYS,
    Cell,
    Notebook,
    Output,
    code_cells,
    environment,
    init,
    read,
    write,
)

ROOT = Path(__file__).parents[2]
WRONG = "wrong.ipynb"


@dataclass(frozen=True)
class Compared:
    """What nbval said, and in how many cells of each notebook it compared something."""

    said: str
    cells: dict[str, int]


def one_cell(source: str, shown: str) -> Notebook:
    """A notebook of one cell, and what is stored as its output."""
    output: Output = {
        "output_type": "execute_result",
        "data": {"text/plain": shown},
        "metadata": {},
        "execution_count": 1,
    }
    cell: Cell = {
        "id": "wrong",
        "cell_type": "code",
        "source": source,
        "metadata": {},
        "outputs": [output],
        "execution_count": 1,
    }
    return {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> Compared:
    """nbval's run over all notebooks in a fresh workspace, and over one whose output is wrong."""
    folder = init(tmp_path_factory.mktemp("nbval") / "workspace")
    write(one_cell("1 + 1", "3"), folder / WRONG)
    counts = folder.parent / "counts.json"
    nbval = ["--nbval", "--nbval-sanitize-with", str(Path(__file__).with_name("sanitize.cfg"))]
    quiet = [
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "tests.notebooks.counting",
        "--tb",
        "short",
        "--color",
        "no",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *nbval, *quiet, "--rootdir", ".", "."],
        cwd=folder,
        env={**environment(), "PYTHONPATH": str(ROOT), COUNTS: str(counts)},
        capture_output=True,
        text=True,
        timeout=600,
    )
    return Compared(done.stdout + done.stderr, json.loads(counts.read_text()))


def test_every_cell_shows_what_is_stored(compared: Compared) -> None:
    cells = sum(len(code_cells(read(day))) for day in DAYS)
    assert f"1 failed, {cells} passed" in compared.said, compared.said


def test_a_difference_would_be_seen(compared: Compared) -> None:
    assert f"{WRONG}::Cell 0" in compared.said
    assert compared.cells[WRONG] == 1


@pytest.mark.parametrize("day", DAYS, ids=lambda day: day.stem)
def test_there_is_something_to_compare(compared: Compared, day: Path) -> None:
    assert compared.cells[day.name] > 0
    for cell in code_cells(read(day)):
        assert "NBVAL" not in cell["source"]
        assert not any(tag.startswith("nbval") for tag in cell["metadata"].get("tags", []))
