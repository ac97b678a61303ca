"""Rows as CSV: read back by Python's reader, and run by no spreadsheet."""

import csv
import io
from dataclasses import replace

import pytest

from grader.record import Report
from grader.report.rows import rows_of
from grader.report.table import HEADINGS, csv_text


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def test_a_row_a_check(report: Report) -> None:
    text = csv_text(rows_of(report, "anna"))
    assert text.count("\r\n") == 4
    rows = read(text)
    assert tuple(rows[0]) == HEADINGS
    assert [(r["student"], r["lab"], r["check"], r["status"], r["outcome"]) for r in rows] == [
        ("anna", "run_state_machine", "1", "passed", "passed"),
        ("anna", "run_state_machine", "2", "failed", "wrong"),
        ("anna", "run_state_machine", "4", "failed", "blocked"),
    ]


def test_zero_is_zero(report: Report) -> None:
    row = next(rows_of(report, "anna"))
    assert read(csv_text([replace(row, points=0, max_points=0)]))[0]["points"] == "0"
    assert read(csv_text([replace(row, points=None)]))[0]["points"] == ""
    assert csv_text([]).strip() == ",".join(HEADINGS)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        (" =1", "' =1"),
        ("\t=1", "\\t=1"),
        ("\r=1", "\\r=1"),
        ('Berg, "Anna"', 'Berg, "Anna"'),
        ("two\nlines", "two\\nlines"),
        ("\x1b[2J\u202e", "\\x1b[2J\\u202e"),
        ("Émile 🦊", "Émile 🦊"),
        ("\udcff", "\\udcff"),
    ],
)
def test_names_of_every_kind(report: Report, name: str, shown: str) -> None:
    row = next(rows_of(report, name))
    text = csv_text([row])
    assert text.count("\n") == 2
    assert read(text)[0]["student"] == shown
    text.encode()
