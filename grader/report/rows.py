"""A report as rows: one for each student and check, nothing but short texts and whole numbers.

Knows the records. What wants a table (a spreadsheet, a summary of a class) is made from these.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from grader.record import CheckResult, Report


@dataclass(frozen=True)
class Row:
    """One student and check. `check` is 0 where there was nothing to check at all.

    `mistake` names what went wrong in the words that are the same for everyone who did it.
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


def rows_of(report: Report, student: str) -> Iterator[Row]:
    """The report's rows, in the order of the checks."""
    for check in report.checks:
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
            message=check.message,
        )


def _mistake(check: CheckResult) -> str:
    return "" if check.passed else check.mistake or check.outcome.replace("_", " ")
