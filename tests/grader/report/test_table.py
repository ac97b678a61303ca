"""Rows as CSV: read back by Python's reader, and run by no spreadsheet."""

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest

from grader.record import Report, Usage
from grader.report.files import FORMS, require_about, write_reports
from grader.report.rows import Total, rows_of, totals_of
from grader.report.table import HEADINGS, TOTAL_HEADINGS, csv_text


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


def test_the_smallest_case_is_in_the_row(report: Report) -> None:
    found = report.checks[1].counterexample
    assert found is not None
    passed, wrong, _ = read(csv_text(rows_of(report, "anna")))
    assert (wrong["input"], wrong["expected"], wrong["got"]) == (
        *(found.input, found.expected, found.got),
    )
    assert (passed["input"], passed["expected"], passed["got"]) == ("", "", "")


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


def test_a_student_is_called_as_the_folder(
    report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "anna").mkdir()
    monkeypatch.chdir(tmp_path / "anna")
    for given in (".", "../anna", "../anna/", str(tmp_path / "anna")):
        rows = read(FORMS["csv"]([replace(report, submission=given)]))
        assert {row["student"] for row in rows} == {"anna"}


def test_totals_and_why_a_check_that_passed_earns_nothing(report: Report) -> None:
    held_back = replace(report.checks[0], max_points=10, together_with=2)
    wrong = replace(report.checks[1], max_points=20)
    rows = list(rows_of(replace(report, checks=(held_back, wrong)), "anna"))
    assert rows[0].message == "counts only together with check 2"
    (total,) = totals_of(rows, {})
    note = "check 1 counts only together with check 2"
    assert total == Total("anna", "run_state_machine", 1, 2, 0, 30, note)
    assert tuple(read(csv_text([total], TOTAL_HEADINGS))[0]) == TOTAL_HEADINGS


def test_a_total_a_lab(report: Report) -> None:
    reports = (report, replace(report, lab="another"))
    rows = [row for one in reports for row in rows_of(one, "anna")]
    assert [total.lab for total in totals_of(rows, {})] == ["run_state_machine", "another"]


def test_a_table_is_replaced_by_one_about_the_same_student_and_labs(
    report: Report, tmp_path: Path
) -> None:
    file = tmp_path / "rows.csv"
    another = replace(report, lab="another")
    for reports in ([report], [report], [another, report]):
        require_about(file, [(one.submission, one.lab) for one in reports])
        write_reports(reports, {"csv": str(file)})
        assert read(file.read_bytes().decode()) == read(FORMS["csv"](reports))


@pytest.mark.parametrize(
    ("student", "lab", "said"),
    [
        ("anna", "another", "anna in another"),
        ("bert", "run_state_machine", "bert in run_state_machine"),
        ("bert", "", "bert"),
    ],
)
def test_a_table_about_anything_else_is_kept(
    report: Report, tmp_path: Path, student: str, lab: str, said: str
) -> None:
    file = tmp_path / "rows.csv"
    row = next(rows_of(report, "anna"))
    before = csv_text([row, replace(row, student=student, lab=lab)])
    file.write_text(before, newline="")
    with pytest.raises(Usage, match=f"rows.csv holds results of {said}, which would be lost"):
        require_about(file, [("work/anna", report.lab)])
    require_about(file, [("work/anna", report.lab), (student, lab)])


def test_a_cell_longer_than_any_of_ours(report: Report, tmp_path: Path) -> None:
    row = replace(next(rows_of(report, "anna")), message="x" * 131_073)
    (tmp_path / "rows.csv").write_text(csv_text([row]), newline="")
    with pytest.raises(Usage, match="is not a table of ours, so it is kept"):
        require_about(tmp_path / "rows.csv", [("anna", report.lab)])
