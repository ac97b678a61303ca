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
    writer.writerows([_cell(value) for value in astuple(row)] for row in rows)
    return text.getvalue()


def _cell(value: str | int | None) -> str:
    if value is None:
        return ""
    if isinstance(value, int):
        return str(value)
    text = visible(value).replace("\n", "\\n")
    return f"'{text}" if _FORMULA.match(text) else text
