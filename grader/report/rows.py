"""A report as rows: one for each student and check, nothing but short texts and whole numbers.

Knows the records. What wants a table (a spreadsheet, a summary of a class) is made from these, and
so are the totals: one for each student and lab.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from grader.record import CheckResult, Report, told_held_back
from grader.report.terminal import WORDS


@dataclass(frozen=True)
class Row:
    """One student and check. `check` is 0 where there was nothing to check at all.

    `mistake` names what went wrong in the words that are the same for everyone who did it. `input`,
    `expected` and `got` are the smallest case that shows it, if there is one.
    """

    student: str
    lab: str
    check: int
    title: str
    exercises: str
    status: str
    outcome: str
    points: int | None
    max_points: int
    mistake: str
    message: str
    input: str = ""
    expected: str = ""
    got: str = ""


def rows_of(report: Report, student: str) -> Iterator[Row]:
    """The report's rows, in the order of the checks."""
    for check in report.checks:
        found = check.counterexample
        yield Row(
            student=student,
            lab=report.lab,
            check=check.number,
            title=check.title,
            exercises=" ".join(check.exercises),
            status=check.status,
            outcome=check.outcome,
            points=check.points,
            max_points=check.max_points,
            mistake=_mistake(check),
            message=f"counts {check.held_back}" if check.held_back else check.message,
            input=found.input if found else "",
            expected=found.expected if found else "",
            got=found.got if found else "",
        )


@dataclass(frozen=True)
class Total:
    """One student and lab. What is `None` nobody knows: something of ours failed.

    `note` says why nothing was graded, or which checks passed and earned nothing.
    """

    student: str
    lab: str
    passed: int | None
    total: int
    points: int | None
    max_points: int
    note: str


def totals_of(rows: Sequence[Row], sizes: Mapping[str, int]) -> Iterator[Total]:
    """The totals of one student's rows, in their order; `sizes` are the labs' numbers of checks."""
    for lab, group in groupby(rows, key=lambda row: row.lab):
        of_lab = list(group)
        checks = [row for row in of_lab if row.check]
        known = all(row.points is not None for row in of_lab)
        yield Total(
            student=of_lab[0].student,
            lab=lab,
            passed=sum(row.status == "passed" for row in checks) if known else None,
            total=len(checks) or sizes.get(lab, 0),
            points=sum(row.points or 0 for row in of_lab) if known else None,
            max_points=sum(row.max_points for row in of_lab),
            note=_note(of_lab),
        )


def _note(rows: Sequence[Row]) -> str:
    if not rows[0].check:
        return rows[0].message
    held_back = {row.check: row.message for row in rows if row.status == "passed" and row.message}
    return told_held_back({n: said.removeprefix("counts ") for n, said in held_back.items()})


def _mistake(check: CheckResult) -> str:
    return "" if check.passed else check.mistake or WORDS[check.outcome].removeprefix("failed: ")
