"""Rows as CSV: what a spreadsheet opens, and what it must not run.

Knows rows and RFC 4180. A text that a spreadsheet would take for a formula (it begins with `=`,
`+`, `-`, `@`, or with a blank before one of these) gets an apostrophe in front; control characters
are shown as escapes, and so are line ends: a row is a line.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import astuple, fields
from itertools import islice
from pathlib import Path

from grader.report.rows import Row, Total
from labs.visible import visible

HEADINGS = tuple(field.name for field in fields(Row))
TOTAL_HEADINGS = tuple(field.name for field in fields(Total))
_FORMULA = re.compile(r"\s*[=+\-@]")


def csv_text(rows: Iterable[Row | Total], headings: Sequence[str] = HEADINGS) -> str:
    """The rows as lines, with the headings in front if there are any."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    if headings:
        writer.writerow(headings)
    writer.writerows([cell(value) for value in astuple(row)] for row in rows)
    return text.getvalue()


def whose(file: Path) -> frozenset[tuple[str, str]]:
    """The students and the labs that a table of ours is about, be it of rows or of totals.

    Raises:
        csv.Error: it is none of ours.
        OSError: it cannot be read.
    """
    with file.open(encoding="utf-8", errors="replace", newline="") as opened:
        rows = islice(csv.reader(opened), 1, None)
        pairs = [[*row, "", ""][:2] for row in rows if row]
        return frozenset((student, lab) for student, lab in pairs)


def cell(value: str | int | None) -> str:
    """The value as it stands in a table."""
    if value is None:
        return ""
    if isinstance(value, int):
        return str(value)
    text = visible(value).replace("\n", "\\n")
    return f"'{text}" if _FORMULA.match(text) else text
