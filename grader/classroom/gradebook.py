"""What an instructor reads of a class: two tables, a page of feedback a student, a summary.

Knows entries, one at a time, and where they are written. Everything is made anew from the ledger
each time, in the order of the roll: how the class was graded leaves no mark on it.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grader.classroom.entry import Entry
from grader.classroom.ledger import Ledger
from grader.classroom.roll import Student
from grader.course import find_labs
from grader.record import Usage
from grader.report.files import write_texts
from grader.report.rows import Row, totals_of
from grader.report.table import TOTAL_HEADINGS, csv_text
from labs.visible import one_line

_SAFE = " -_.,()+@'"
_LONGEST = 100


@dataclass
class Tally:
    """What is counted over a class; its size does not depend on the class's.

    `checks` counts who had a check and who passed it; `points` are the sums of the graded.
    """

    states: "Counter[str]" = field(default_factory=Counter)
    had: "Counter[tuple[str, int, str]]" = field(default_factory=Counter)
    passed: "Counter[tuple[str, int, str]]" = field(default_factory=Counter)
    mistakes: "Counter[tuple[str, int, str]]" = field(default_factory=Counter)
    points: "Counter[int]" = field(default_factory=Counter)
    ungraded: list[tuple[str, str]] = field(default_factory=list)

    def add(self, entry: Entry) -> None:
        """Count one student."""
        self.states[entry.state] += 1
        if entry.state != "graded":
            if len(self.ungraded) < MOST_NAMED:
                self.ungraded.append((entry.student, entry.sentence))
            return
        self.points[sum(row.points or 0 for row in entry.rows)] += 1
        for row in entry.rows:
            self._add_row(row)

    def _add_row(self, row: Row) -> None:
        check = (row.lab, row.check, row.title)
        self.had[check] += 1
        if row.status == "passed":
            self.passed[check] += 1
        else:
            self.mistakes[row.lab, row.check, row.mistake] += 1


MOST_NAMED = 10
"""Of those who were not graded, so many are named in the summary; all are in the table."""


def totals_beside(table: Path) -> Path:
    """The file of the totals, next to that of the rows."""
    return table.with_name("totals.csv")


def write_gradebook(
    students: Sequence[Student], ledger: Ledger, table: Path, feedback: Path
) -> Tally:
    """Write the tables and the pages; what was counted on the way.

    Raises:
        Usage: something cannot be written.
    """
    tally = Tally()
    try:
        feedback.mkdir(parents=True, exist_ok=True)
        table.parent.mkdir(parents=True, exist_ok=True)
        write_texts(table, _lines(students, ledger, tally, feedback))
        write_texts(totals_beside(table), _totals(students, ledger))
    except OSError as problem:
        raise Usage(f"{problem.filename or table} cannot be written: {problem.strerror}") from None
    return tally


def _lines(
    students: Iterable[Student], ledger: Ledger, tally: Tally, feedback: Path
) -> Iterator[str]:
    yield csv_text([])
    for student in students:
        entry = ledger.entry(student.name)
        tally.add(entry)
        _write_page(feedback / page_name(student.name), entry)
        yield csv_text(entry.rows, headings=())


def _totals(students: Iterable[Student], ledger: Ledger) -> Iterator[str]:
    sizes = {lab.name: len(lab.marks) for lab in find_labs()}
    yield csv_text([], TOTAL_HEADINGS)
    for student in students:
        yield csv_text(totals_of(ledger.entry(student.name).rows, sizes), headings=())


def _write_page(page: Path, entry: Entry) -> None:
    text = f"# {one_line(entry.student)}\n\n{entry.feedback}\n".encode()
    if not page.is_file() or page.read_bytes() != text:
        page.write_bytes(text)


def page_name(student: str) -> str:
    """The file of a student's feedback: the name itself, if it is one on every system.

    Otherwise what can be kept of it, and a few digits that tell it from its likes.
    """
    kept = "".join(c if c.isalnum() or c in _SAFE else "_" for c in student)[:_LONGEST]
    kept = kept.encode("utf-8", "ignore").decode().strip(" .")
    if kept and kept == student and kept.isascii() and kept.lower() == kept:
        return f"{kept}.md"
    digits = hashlib.sha256(student.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{kept}-{digits}.md"
