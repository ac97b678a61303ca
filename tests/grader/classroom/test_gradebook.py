"""What an instructor reads: the table, the pages, the summary, the line while it runs."""

import csv
import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from grader.classroom.entry import Entry, Task, ungraded
from grader.classroom.gradebook import Tally, page_name, write_gradebook
from grader.classroom.ledger import open_ledger
from grader.classroom.pace import Pace
from grader.classroom.roll import Student
from grader.classroom.summary import ignored_text, summary_text
from grader.course import find_labs
from grader.report.rows import Row

PASSED = Row("", "lab", 1, "It holds", "state", "passed", "passed", 20, 20, "", "")
FAILED = replace(PASSED, check=2, status="failed", outcome="wrong", points=0, mistake="off by one")


def graded(student: str, *rows: Row) -> Entry:
    named = tuple(replace(row, student=student) for row in rows)
    return Entry(student, "print", "graded", "", named, f"well done, {student}")


ENTRIES = (
    graded("=anna", PASSED, replace(PASSED, check=2)),
    graded("bert", PASSED, FAILED),
    graded("carl", FAILED),
    ungraded(Task("dora", "p", "print"), "refused", "it is empty", ["lab"]),
    ungraded(Task("emil", "p", "print"), "trouble", "we failed", ["lab"]),
)


def written(tmp_path: Path, entries: Sequence[Entry]) -> tuple[list[dict[str, str]], Tally]:
    students = [Student(entry.student, tmp_path) for entry in ENTRIES]
    table = tmp_path / "deep" / "grades.csv"
    with open_ledger(tmp_path / "results.jsonl") as ledger:
        for entry in entries:
            ledger.add(entry)
        tally = write_gradebook(students, ledger, table, tmp_path / "feedback")
    return list(csv.DictReader(io.StringIO(table.read_text(encoding="utf-8"), newline=""))), tally


def test_a_row_a_student_and_check(tmp_path: Path) -> None:
    rows, _ = written(tmp_path, ENTRIES)
    assert [(r["student"], r["check"], r["outcome"], r["points"]) for r in rows] == [
        ("'=anna", "1", "passed", "20"),
        ("'=anna", "2", "passed", "20"),
        ("bert", "1", "passed", "20"),
        ("bert", "2", "wrong", "0"),
        ("carl", "2", "wrong", "0"),
        ("dora", "0", "refused", "0"),
        ("emil", "0", "trouble", ""),
    ]
    assert rows[-2]["message"] == "it is empty"


def test_a_total_a_student_and_lab(tmp_path: Path) -> None:
    written(tmp_path, ENTRIES)
    assert (tmp_path / "deep" / "totals.csv").read_text().splitlines() == [
        "student,lab,passed,total,points,max_points,note",
        "'=anna,lab,2,2,40,40,",
        "bert,lab,1,2,20,40,",
        "carl,lab,0,1,0,20,",
        "dora,lab,0,0,0,0,it is empty",
        "emil,lab,,0,,0,we failed",
    ]


def test_of_a_lab_of_the_course_the_number_of_checks_is_known(tmp_path: Path) -> None:
    lab = find_labs()[0]
    entry = ungraded(Task("dora", "p", "print"), "refused", "it is empty", [lab.name])
    written(tmp_path, [*ENTRIES, entry])
    said = f"dora,{lab.name},0,{len(lab.marks)},0,{sum(m.points for m in lab.marks)},it is empty"
    assert said in (tmp_path / "deep" / "totals.csv").read_text().splitlines()


def test_the_order_of_grading_leaves_no_mark(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    written(tmp_path / "a", ENTRIES)
    written(tmp_path / "b", ENTRIES[::-1])
    for file in ("deep/grades.csv", "deep/totals.csv", "feedback/bert.md", "feedback/carl.md"):
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()


def test_a_page_each_and_stale_ones_renewed(tmp_path: Path) -> None:
    written(tmp_path, ENTRIES)
    pages = tmp_path / "feedback"
    assert len(list(pages.iterdir())) == len(ENTRIES)
    assert (pages / "bert.md").read_text() == "# bert\n\nwell done, bert\n"
    (pages / "bert.md").unlink()
    (pages / "carl.md").write_text("old")
    written(tmp_path, ())
    assert (pages / "bert.md").read_text() == "# bert\n\nwell done, bert\n"
    assert "well done" in (pages / "carl.md").read_text()
    assert "it is empty" in (pages / "dora.md").read_text()


def test_a_pages_name_is_safe_and_nobody_elses() -> None:
    names = [
        "anna",
        "Anna",
        "ANNA",
        "../x",
        "a/b",
        "a\\b",
        "a\nb",
        "é",
        "e\u0301",
        "\ud800",
        ".",
        "",
    ]
    names += ["x" * 300, "x" * 301, "con:", "=cmd|calc", "a_b"]
    pages = [page_name(name) for name in names]
    assert len({page.lower() for page in pages}) == len(names)
    for page in pages:
        assert not set(page) & set('/\\:*?"<>|\n\0')
        assert not page.startswith(".")
        assert len(page.encode()) < 255
    assert page_name("anna") == "anna.md"


def test_the_summary(tmp_path: Path) -> None:
    _, tally = written(tmp_path, ENTRIES)
    text = summary_text(tally, before=2)
    assert all(len(line) <= 80 for line in text.splitlines())
    assert text.startswith("5 students: 3 graded, 1 with nothing to grade, 1 in trouble of ours;")
    assert "2 of them before, 3 now" in " ".join(text.split())
    assert "2 of 2, 100%" in text
    assert "1 of 3,  33%" in text
    assert "    2  check 2: off by one" in text
    assert "dora: it is empty" in text
    assert "points: lowest 0, median 20, highest 40" in text


def test_the_summary_of_many_who_were_not_graded() -> None:
    tally = Tally()
    for number in range(1_000):
        tally.add(ungraded(Task(f"s{number}", "", ""), "refused", "empty", ["lab"]))
    assert "and 990 more, all in the table" in summary_text(tally, 0)
    assert len(tally.ungraded) == 10


def test_what_is_nobodys_work() -> None:
    assert ignored_text([]) == ""
    assert "a.txt and 0" not in ignored_text(["a.txt"])
    assert ignored_text(["\x1b.txt"] * 7).endswith(" and 2 more")


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_line_says_how_far_and_how_long() -> None:
    times = iter([0.0, 10.0, 20.0, 7_200.0])
    pace = Pace(_Terminal(), total=300, finished=100, clock=lambda: next(times))
    assert pace.line(0) == "graded 100 of 300"
    assert pace.line(50) == "graded 150 of 300, about 30 s left"
    assert pace.line(20) == "graded 120 of 300, about 3 min left"
    assert pace.line(100) == "graded 200 of 300, about 2.0 h left"
    assert pace.line(200) == "graded 300 of 300"


def test_the_line_is_for_terminals_only() -> None:
    log, terminal = io.StringIO(), _Terminal()
    for stream in (log, terminal):
        pace = Pace(stream, total=2, finished=0)
        pace.tell(1)
        pace.end()
    assert log.getvalue() == ""
    assert "graded 1 of 2" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K")
