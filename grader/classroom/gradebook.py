"""What an instructor reads of a class: two tables, a page of feedback a student, a summary.

Knows entries, one at a time, and where they are written. Everything is made anew from the ledger
each time, in the order of the roll: how the class was graded leaves no mark on it. The page of
somebody who has left the class stays: it may be the only one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grader.classroom.entry import Entry, Task
from grader.classroom.ledger import Ledger
from grader.classroom.places import Places, page_name, page_title
from grader.course import find_labs
from grader.record import Usage
from grader.report.files import write_texts
from grader.report.rows import Row, totals_of
from grader.report.table import TOTAL_HEADINGS, csv_text


@dataclass
class Tally:
    """What is counted over a class; its size does not depend on the class's.

    `had` counts who had a check, `passed` who passed it; `points` are the graded students' sums,
    a lab each.
    """

    states: "Counter[str]" = field(default_factory=Counter)
    had: "Counter[tuple[str, int, str]]" = field(default_factory=Counter)
    passed: "Counter[tuple[str, int, str]]" = field(default_factory=Counter)
    mistakes: "Counter[tuple[str, int, str]]" = field(default_factory=Counter)
    points: "Counter[tuple[str, int]]" = field(default_factory=Counter)
    ungraded: list[tuple[str, str]] = field(default_factory=list)

    def add(self, entry: Entry) -> None:
        """Count one student."""
        self.states[entry.state] += 1
        if entry.state != "graded":
            if len(self.ungraded) < MOST_NAMED:
                self.ungraded.append((entry.student, entry.sentence))
            return
        for lab in {row.lab for row in entry.rows}:
            self.points[lab, sum(row.points or 0 for row in entry.rows if row.lab == lab)] += 1
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


def write_gradebook(works: Sequence[Task], ledger: Ledger, places: Places) -> Tally:
    """Write the tables and the pages; what was counted on the way.

    Raises:
        Usage: something cannot be written.
    """
    tally = Tally()
    try:
        places.feedback.mkdir(parents=True, exist_ok=True)
        places.table.parent.mkdir(parents=True, exist_ok=True)
        write_texts(places.table, _lines(works, ledger, tally, places.feedback))
        write_texts(places.totals, _totals(works, ledger))
    except OSError as problem:
        where = problem.filename or places.table
        raise Usage(f"{where} cannot be written: {problem.strerror}") from None
    return tally


def _lines(works: Iterable[Task], ledger: Ledger, tally: Tally, feedback: Path) -> Iterator[str]:
    yield csv_text([])
    for work in works:
        entry = ledger.entry(work)
        tally.add(entry)
        _write_page(feedback / page_name(work.student), entry)
        yield csv_text(entry.rows, headings=())


def _totals(works: Iterable[Task], ledger: Ledger) -> Iterator[str]:
    sizes = {lab.name: len(lab.marks) for lab in find_labs()}
    yield csv_text([], TOTAL_HEADINGS)
    for work in works:
        yield csv_text(totals_of(ledger.entry(work).rows, sizes), headings=())


def _write_page(page: Path, entry: Entry) -> None:
    text = f"{page_title(entry.student)}\n\n{entry.feedback}\n".encode()
    if not page.is_file() or page.read_bytes() != text:
        page.write_bytes(text)
