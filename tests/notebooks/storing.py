"""Runs every notebook as a student first sees it, and stores what it shows: `make notebooks`.

The same notebooks give the same bytes each time: what a run leaves that belongs to that run alone
(times, the numbers of living widgets, the kernel's version) is not stored.
"""

import sys
from pathlib import Path

from tests.notebooks.days import (
    DAYS,
    Cell,
    Notebook,
    Output,
    code_cells,
    read,
    run,
    workspace,
    write,
)

LIVING = "application/vnd.jupyter.widget-view+json"


def stored(notebook: Notebook, folder: Path) -> Notebook:
    """The notebook with what it shows; nothing else of it has changed."""
    ran = run(notebook, folder)
    for cell, after in zip(code_cells(notebook), code_cells(ran), strict=True):
        cell["outputs"] = [_kept(output) for output in after["outputs"]]
        cell["execution_count"] = after["execution_count"]
    notebook["metadata"].pop("widgets", None)
    return notebook


def _kept(output: Output) -> Output:
    """A widget lives in its kernel; what is stored is the picture beside it."""
    if "data" in output and len(output["data"]) > 1:
        output["data"].pop(LIVING, None)
    return output


def main() -> int:
    """Store all of them, or those that are named."""
    wanted = [day for day in DAYS if not sys.argv[1:] or day.stem in sys.argv[1:]]
    for day in wanted:
        with workspace() as folder:
            write(stored(read(day), folder), day)
        print(f"stored {day.stem}: {_told(read(day))}")
    return 0


def _told(notebook: Notebook) -> str:
    cells: list[Cell] = code_cells(notebook)
    showing = sum(bool(cell["outputs"]) for cell in cells)
    return f"{showing} of {len(cells)} code cells show something"


if __name__ == "__main__":
    sys.exit(main())
