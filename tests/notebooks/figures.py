"""The days in numbers: `python -m tests.notebooks.figures`."""

import sys

from tests.notebooks.days import DAYS, read
from tests.notebooks.form import figures


def main() -> int:
    """Print a line a day."""
    print(f"{'day':20}  cells  of code  words  prose  longest code cell")
    for day in DAYS:
        of = figures(read(day))
        numbers = f"{of.cells:5}  {of.code_cells:7}  {of.words:5}  {of.prose:5.0%}"
        print(f"{day.stem:20}  {numbers}  {of.longest_code:11} lines")
    return 0


if __name__ == "__main__":
    sys.exit(main())
