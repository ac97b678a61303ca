"""The days' notebooks: where they are, what is in them, and how one is run as a student runs it."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypedDict, cast

import nbformat
from nbclient import NotebookClient

from grader.course import find_labs
from labs.course import LABS, course_folder


def number_of(day: Path) -> int:
    """The number of the day whose notebook this is."""
    return int(day.stem.split("_")[1])


NOTEBOOKS = course_folder("notebooks")
# By number: by name, the tenth day would stand before the second.
DAYS = tuple(sorted(NOTEBOOKS.glob("day_*.ipynb"), key=number_of))
CELL_SECONDS = 60
"""A guard against hanging, not a measure of anything."""


class Output(TypedDict, total=False):
    """An output of a cell, as far as it matters here."""

    output_type: str
    name: str
    text: str
    data: dict[str, str]
    metadata: dict[str, str]
    execution_count: int


class Cell(TypedDict, total=False):
    """A cell."""

    id: str
    cell_type: str
    source: str
    metadata: dict[str, list[str]]
    outputs: list[Output]
    execution_count: int | None


class Notebook(TypedDict):
    """A notebook."""

    cells: list[Cell]
    metadata: dict[str, object]
    nbformat: int
    nbformat_minor: int


def read(file: Path) -> Notebook:
    """The notebook in the file."""
    return cast(Notebook, nbformat.read(file, as_version=4))  # type: ignore[no-untyped-call]


def write(notebook: Notebook, file: Path) -> None:
    """Write the notebook: the same one always to the same bytes."""
    nbformat.write(nbformat.from_dict(notebook), file)  # type: ignore[no-untyped-call]


def code_cells(notebook: Notebook) -> list[Cell]:
    """The cells that run."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def exercise_of(cell: Cell) -> str | None:
    """The name of the exercise that the cell holds."""
    found = re.match(r"%%exercise (\w+)[^\n]*\n", cell["source"])
    return found[1] if found and cell["cell_type"] == "code" else None


def exercise_files(tree: str) -> Mapping[str, Path]:
    """Each exercise's file in the starter or the solutions."""
    return {
        name: course_folder(tree) / lab.name / file
        for lab in find_labs()
        for name, file in lab.files.items()
    }


def exercise_days() -> Mapping[str, int]:
    """The day on which each exercise is written, as the labs say it."""
    said = (tomllib.loads((LABS / lab.name / "lab.toml").read_text()) for lab in find_labs())
    return {name: words["day"] for one in said for name, words in one["exercises"].items()}


def environment() -> dict[str, str]:
    """The environment of a student who has nothing but Python."""
    kept = {k: v for k, v in os.environ.items() if k not in ("REDIS_URL", "DATABASE_URL", "CI")}
    return {**kept, "MOCK": "1"}


def init(root: Path) -> Path:
    """Make a workspace in the folder, with the command for it; where its notebooks are."""
    command = [sys.executable, "-m", "grader", "init", str(root)]
    subprocess.run(command, check=True, capture_output=True, env=environment())
    return root / "notebooks"


@contextmanager
def workspace() -> Iterator[Path]:
    """A fresh workspace, for a while; where its notebooks are."""
    with TemporaryDirectory(prefix="koda-notebooks-") as made:
        yield init(Path(made).resolve() / "workspace")


def solve(notebooks: Path) -> None:
    """Put the solutions into the workspace."""
    for file in exercise_files("solutions").values():
        shutil.copyfile(file, notebooks.parent / file.parent.name / file.name)


def run(notebook: Notebook, folder: Path) -> Notebook:
    """Run the notebook in the folder, from its first cell to its last; a copy with its outputs."""
    copy = nbformat.from_dict(notebook)  # type: ignore[no-untyped-call]
    client = NotebookClient(
        copy,
        timeout=CELL_SECONDS,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
        record_timing=False,
        store_widget_state=False,
    )
    client.execute(env=environment())
    return cast(Notebook, copy)
