"""A report as one line of JSON: the form that other programs read.

Knows the records and what a trace looks like, and nothing else. The names and their order are the
grader's contract; a change that breaks a reader gets a new number of the schema.
"""

import json
from collections.abc import Mapping, Sequence

from grader.record import CheckResult, Report
from grader.trace import trace_to_json
from labs.calls import Plain

SCHEMA = 1


def json_line(report: Report) -> str:
    """The report in one line, without its end, ASCII only."""
    return json.dumps(_report(report), default=_bare)


def _report(report: Report) -> dict[str, Plain]:
    return {
        "schema": SCHEMA,
        "lab": report.lab,
        "submission": report.submission,
        "mode": report.mode,
        "seed": report.seed,
        "passed": report.passed,
        "total": report.total,
        "points": report.points,
        "max_points": report.max_points,
        "checks": [_check(check) for check in report.checks],
    }


def _check(check: CheckResult) -> dict[str, Plain]:
    return {
        "number": check.number,
        "title": check.title,
        "exercises": check.exercises,
        "status": check.status,
        "outcome": check.outcome,
        "message": check.message,
        "evidence": check.evidence,
        "blame": check.blame,
        "hint": check.hint,
        "trace": None if check.counterexample is None else trace_to_json(check.counterexample),
        "seconds": check.seconds,
    }


def _bare(value: Mapping[str, Plain] | Sequence[Plain]) -> dict[str, Plain] | list[Plain]:
    # Evidence may be any mapping or sequence; json knows two of them.
    return dict(value) if isinstance(value, Mapping) else list(value)
