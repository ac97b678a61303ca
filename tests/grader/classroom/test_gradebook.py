"""What an instructor reads: the table, the pages, the summary, the line while it runs."""

import csv
import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from grader.classroom.entry import Entry, Task, ungraded
from grader.classroom.gradebook import Tally, write_gradebook
from grader.classroom.ledger import open_ledger
from grader.classroom.pace import Pace
from grader.classroom.places import places_in
from grader.classroom.roll import Roll
from grader.classroom.summary import percent, roll_text, stopped_text, summary_text
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
    works = [Task(entry.student, "", "print") for entry in ENTRIES]
    places = places_in(tmp_path, None, tmp_path / "deep" / "grades.csv")
    with open_ledger(places.ledger) as ledger:
        for entry in entries:
            ledger.add(entry)
        tally = write_gradebook(works, ledger, places)
    text = places.table.read_text(encoding="utf-8")
    return list(csv.DictReader(io.StringIO(text, newline=""))), tally


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
    (pages / "carl.md").write_text("# carl\n\nold")
    written(tmp_path, ())
    assert (pages / "bert.md").read_text() == "# bert\n\nwell done, bert\n"
    assert "well done" in (pages / "carl.md").read_text()
    assert "it is empty" in (pages / "dora.md").read_text()


def test_the_page_of_somebody_who_left_stays(tmp_path: Path) -> None:
    (tmp_path / "feedback").mkdir()
    (tmp_path / "feedback" / "zoe.md").write_text("# zoe\n\nwell done\n")
    written(tmp_path, ENTRIES)
    assert (tmp_path / "feedback" / "zoe.md").read_text() == "# zoe\n\nwell done\n"


def test_the_summary(tmp_path: Path) -> None:
    _, tally = written(tmp_path, ENTRIES)
    text = summary_text(tally, ["lab"], kept=2)
    assert all(len(line) <= 80 for line in text.splitlines())
    assert text.startswith("5 students: 3 graded, 1 with nothing to grade, 1 in trouble of ours;")
    assert "; 3 done now, 2 kept from before" in " ".join(text.split())
    assert "2 of 2, 100%" in text
    assert "1 of 3,  33%" in text
    assert "what went wrong most often\n    2  check 2: off by one\n\n" in text
    assert "dora: it is empty" in text
    assert "points: lowest 0, median 20, highest 40" in text


def test_the_labs_in_the_courses_order_each_with_its_points() -> None:
    tally = Tally()
    late, early = replace(FAILED, lab="a late one"), replace(FAILED, lab="one that is early")
    tally.add(graded("anna", late, replace(early, points=7)))
    tally.add(graded("bert", replace(late, points=3), replace(PASSED, lab="a late one")))
    first, second, _ = summary_text(tally, ["one that is early", "a late one"], 0).split("\n\n")[1:]
    assert first.splitlines()[0].split("  ")[0].strip() == "# one that is early"
    assert first.splitlines()[-1].strip() == "points: lowest 7, median 7, highest 7"
    assert second.splitlines()[0].split("  ")[0].strip() == "# a late one"
    assert second.splitlines()[-1].strip() == "points: lowest 0, median 0, highest 23"


def test_of_mistakes_as_frequent_the_earlier_labs_come_first() -> None:
    tally = Tally()
    tally.add(graded("anna", replace(FAILED, lab="a"), replace(FAILED, lab="b")))
    told = summary_text(tally, ["b", "a"], 0).splitlines()
    assert told[-2:] == ["    1  b check 2: off by one", "    1  a check 2: off by one"]


@pytest.mark.parametrize(
    ("kinds", "last"), [(8, "    1  check 8: off"), (9, "and 1 more"), (20, "and 12 more")]
)
def test_how_many_more_things_went_wrong(kinds: int, last: str) -> None:
    tally = Tally()
    rows = [replace(FAILED, check=number, mistake="off") for number in range(1, kinds + 1)]
    tally.add(graded("anna", *rows))
    assert last in summary_text(tally, ["lab"], 0).splitlines()[-1]


@pytest.mark.parametrize(
    ("part", "whole", "shown"),
    [
        *((0, 3, 0), (3, 3, 100), (1, 3, 33), (2, 3, 67)),
        *((11, 12, 92), (1, 8, 13), (3, 8, 38), (1, 200, 1)),
        *((999, 1_000, 99), (1, 1_000, 1)),
    ],
)
def test_a_share_is_rounded_but_all_and_none_mean_it(part: int, whole: int, shown: int) -> None:
    assert percent(part, whole) == shown


def test_the_summary_of_many_who_were_not_graded() -> None:
    tally = Tally()
    for number in range(1_000):
        tally.add(ungraded(Task(f"s{number}", "", ""), "refused", "empty", ["lab"]))
    assert "and 990 more, all in the table" in summary_text(tally, ["lab"], 0)
    assert len(tally.ungraded) == 10


def test_what_an_interrupt_leaves() -> None:
    assert stopped_text(0, 9) == "nothing new was graded yet; the same command begins again"
    on = "graded and kept; the same command goes on from there"
    assert stopped_text(1, 9) == f"1 of 9 is {on}"
    assert stopped_text(7, 9) == f"7 of 9 are {on}"


def test_what_is_odd_about_the_folder() -> None:
    assert roll_text(Roll([])) == ""
    one = roll_text(Roll([], ["a.txt"])).strip()
    assert one == "nobody's work, as it is neither a folder nor a zip: a.txt"
    two = roll_text(Roll([], ["a.txt", "b.txt"])).strip()
    assert two == "nobody's work, as they are neither folders nor zips: a.txt, b.txt"
    assert roll_text(Roll([], ["\x1b.txt"] * 7)).endswith(" and 2 more")
    twins = " ".join(roll_text(Roll([], [], ["anna", "anna.zip"])).split())
    assert twins.startswith("of one name: anna, anna.zip: each is graded for itself; if one")


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
