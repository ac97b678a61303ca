"""Reports as JUnit XML: the form that build servers show.

Knows the records and the schema of Jenkins' xUnit plugin: a suite a lab, a case a check. XML cannot
hold a control character at all: each is written as an escape.
"""

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from grader.record import CheckResult, Report
from labs.visible import visible

JUNIT_BEGINS = '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="koda-lab" '
"""By which a file of ours is known again: `<testsuites` alone is everybody's."""


def junit_xml(reports: Sequence[Report]) -> str:
    """The reports as one document."""
    counts = _counts([check for report in reports for check in report.checks])
    root = ET.Element("testsuites", {"name": "koda-lab", **counts})
    for report in reports:
        _add_suite(root, report)
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _counts(checks: Sequence[CheckResult]) -> dict[str, str]:
    return {
        "tests": str(len(checks)),
        "failures": str(sum(not check.passed for check in checks)),
        "errors": "0",  # trouble of ours is no report at all
        "time": f"{sum(check.seconds for check in checks):.3f}",
    }


def _add_suite(root: ET.Element, report: Report) -> None:
    suite = ET.SubElement(root, "testsuite", {"name": report.lab, **_counts(report.checks)})
    properties = ET.SubElement(suite, "properties")
    for name, value in (
        ("submission", report.submission),
        ("mode", report.mode),
        ("seed", str(report.seed)),
        ("points", str(report.points)),
        ("max_points", str(report.max_points)),
    ):
        ET.SubElement(properties, "property", {"name": name, "value": visible(value)})
    for check in report.checks:
        _add_case(suite, report.lab, check)


def _add_case(suite: ET.Element, lab: str, check: CheckResult) -> None:
    name = f"{check.number} {visible(check.title)}"
    said = {"name": name, "classname": lab, "time": f"{check.seconds:.3f}"}
    case = ET.SubElement(suite, "testcase", said)
    if not check.passed:
        message = visible(check.message)
        failure = ET.SubElement(case, "failure", {"type": check.outcome, "message": message})
        failure.text = visible(_details(check))


def _details(check: CheckResult) -> str:
    parts = [f"promise: {check.promise}"]
    if (found := check.counterexample) is not None:
        parts += [f"input: {found.input}", f"expected: {found.expected}", f"got: {found.got}"]
    parts += [f"look in: {', '.join(check.files)}"] if check.files else []
    return "\n".join([*parts, f"hint: {check.hint}"] if check.hint else parts)
