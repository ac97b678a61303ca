"""Reports as Gradescope's `results.json`, as its documentation of autograders says.

Knows the records and that form. The total is always said, for a submission without a point as
well: a total that is left out counts as none, which is not zero.
"""

import json
from collections.abc import Sequence

from grader.record import CheckResult, Report
from labs.calls import Plain
from labs.visible import visible

_MARK = {"extra_data": {"course": "koda-lab"}}
GRADESCOPE_BEGINS = json.dumps(_MARK, indent=1).removesuffix("\n}") + ","
"""By which a file of ours is known again; Gradescope keeps extra data and shows it to nobody."""
_SHOWN = {"visibility": "visible", "stdout_visibility": "hidden"}


def gradescope_json(reports: Sequence[Report]) -> str:
    """The reports, one test a check."""
    passed, total = sum(r.passed for r in reports), sum(r.total for r in reports)
    tests = [_test(report, check) for report in reports for check in report.checks]
    return json.dumps(
        {
            **_MARK,
            "score": sum(report.points for report in reports),
            "execution_time": round(sum(c.seconds for r in reports for c in r.checks), 3),
            "output": f"passed {passed} of {total} checks",
            "output_format": "text",
            **_SHOWN,
            "tests": tests,
        },
        indent=1,
    )


def gradescope_refusal(sentence: str) -> str:
    """The results of a submission in which there is nothing to grade: no points, and why."""
    said = {"score": 0, "output": visible(sentence), "output_format": "text", **_SHOWN}
    return json.dumps({**_MARK, **said, "tests": []}, indent=1)


def _test(report: Report, check: CheckResult) -> dict[str, Plain]:
    return {
        "name": visible(f"{report.title}: {check.title}"),
        "number": str(check.number),
        "score": check.points,
        "max_score": check.max_points,
        "status": check.status,
        "output": visible(_output(check)),
        "output_format": "text",
        "visibility": "visible",
        "extra_data": {"lab": report.lab, "outcome": check.outcome},
    }


def _output(check: CheckResult) -> str:
    lines = [check.promise]
    if check.held_back:
        lines.append(f"Passed; its points count {check.held_back}.")
    if not check.passed:
        lines.append(check.message)
    if (found := check.counterexample) is not None:
        lines += [f"input: {found.input}", f"expected: {found.expected}", f"got: {found.got}"]
    return "\n".join([*lines, f"hint: {check.hint}"] if check.hint else lines)
