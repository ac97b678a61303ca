"""Where a class's results go, and that nothing of anybody else's is lost there.

Knows paths and the first line of what `grader class` writes. A lab that was asked for by name has
a folder of its own, so has every table a file of totals of its own; only what we wrote ourselves,
and only about this class and the labs that are graded now, is ever replaced.
"""

import csv
import hashlib
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.record import Usage
from grader.report.table import HEADINGS, TOTAL_HEADINGS, cell, whose
from labs.visible import one_line

TABLE, TOTALS = "grades.csv", "totals.csv"
_SAFE = " -_.,()+@'"
_LONGEST = 100
_WAY = "move it away, or name another place with --csv or --out"


@dataclass(frozen=True)
class Places:
    """The files of one grading, and the folder of the pages of feedback.

    The ledger is the same for all labs: it loses nothing, however they take turns.
    """

    ledger: Path
    table: Path
    totals: Path
    feedback: Path


def places_in(out: Path, lab: str | None, table: Path | None) -> Places:
    """Where the results go: below `out`, but the tables where `table` says, if it does."""
    own = out if lab is None else out / lab
    table = own / TABLE if table is None else table
    return Places(out / "results.jsonl", table, _totals_beside(table), own / "feedback")


def _totals_beside(table: Path) -> Path:
    # Of two tables in one folder, each has its own.
    name = TOTALS if table.name == TABLE else f"{table.stem}-totals{table.suffix}"
    return table.with_name(name)


def require_outside(places: Places, folder: Path) -> None:
    """See to it that no folder of results is in the class's folder, where folders are students.

    Raises:
        Usage: there would be one.
    """
    for made in (places.feedback, places.table.parent):
        if folder.resolve() in made.resolve().parents:
            said = "where the next grading would take it for a student"
            way = "name a place outside with --out or --csv"
            raise Usage(f"results would be in {made}, inside {folder}, {said}: {way}")


def require_ours(places: Places, students: Sequence[str], labs: Sequence[str]) -> None:
    """See to it that nothing is there but what an earlier grading of these labs wrote.

    Raises:
        Usage: a file is somebody else's, or about another lab or another class.
    """
    for file in (places.ledger, places.table, places.totals):
        _require_plain(file)
    if places.table.resolve() == places.ledger.resolve():
        raise Usage(f"{places.table} is where finished work is kept; name another FILE with --csv")
    for file, headings in ((places.table, HEADINGS), (places.totals, TOTAL_HEADINGS)):
        _require_begins(file, ",".join(headings))
        _require_about(file, students, labs)
    for student in students:
        page = places.feedback / page_name(student)
        _require_plain(page)
        _require_begins(page, page_title(student))


def _require_plain(file: Path) -> None:
    # A pipe must not be opened at all: that waits for whoever is at its other end.
    try:
        mode = file.stat().st_mode
    except FileNotFoundError:
        return
    except OSError as problem:
        raise _unwritable(file, problem) from None
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise Usage(f"{file} cannot be written: it is no ordinary file; {_WAY}")


def _unwritable(file: Path, problem: OSError) -> Usage:
    return Usage(f"{file} cannot be written: {problem.strerror}")


def _not_ours(file: Path) -> Usage:
    return Usage(f"{file} is there already, and not as grader class writes it: {_WAY}")


def _require_begins(file: Path, line: str) -> None:
    try:
        with file.open(encoding="utf-8", errors="replace") as opened:
            found = opened.readline(len(line) + 2)
    except FileNotFoundError:
        return
    except OSError as problem:
        raise _unwritable(file, problem) from None
    if found and found.rstrip("\n") != line:
        raise _not_ours(file)


def _require_about(file: Path, students: Sequence[str], labs: Sequence[str]) -> None:
    if not file.is_file():
        return
    try:
        found = whose(file)
    except csv.Error:  # longer than any cell of ours, say
        raise _not_ours(file) from None
    others = {lab for _, lab in found} - {"", *labs}
    # Some may have left the class since. But if nobody is in it, it is the table of another one.
    if not others and found and {student for student, _ in found}.isdisjoint(map(cell, students)):
        others = {f"{min(found)[0]}, who is not in this class"}
    if others:
        way = "name another FILE with --csv, or move this one away"
        raise Usage(f"{file} holds results of {min(others)}, which would be lost: {way}")


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


def page_title(student: str) -> str:
    """The first line of a student's feedback, by which we know it again."""
    return f"# {one_line(student)}"
