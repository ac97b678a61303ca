"""JUnit XML: read by a real reader, and held to the schema of Jenkins' xUnit plugin."""

from collections.abc import Iterator
from dataclasses import replace
from xml.etree import ElementTree as ET

from junitparser import Failure, JUnitXml, Property, TestSuite

from grader.record import Report
from grader.report.junit import junit_xml

# What the schema allows: an element's attributes (those in capitals it must have), its children.
SCHEMA = {
    "testsuites": ("name time tests failures errors", "testsuite"),
    "testsuite": (
        "NAME TESTS FAILURES ERRORS group time skipped timestamp hostname id package file log url",
        "testsuite properties testcase system-out system-err",
    ),
    "properties": ("", "property"),
    "property": ("NAME VALUE", ""),
    "testcase": (
        "NAME time classname group",
        "skipped error failure rerunFailure rerunError flakyFailure flakyError "
        "system-out system-err",
    ),
    "failure": ("type message", ""),
}


def held_to_the_schema(element: ET.Element) -> None:
    attributes, children = (words.split() for words in SCHEMA[element.tag])
    assert set(element.attrib) <= {name.lower() for name in attributes}
    assert {name.lower() for name in attributes if name.isupper()} <= set(element.attrib)
    for child in element:
        assert child.tag in children
        held_to_the_schema(child)


def _properties(suite: TestSuite) -> Iterator[Property]:
    yield from suite.properties()  # type: ignore[no-untyped-call]


def test_the_schema(report: Report) -> None:
    held_to_the_schema(ET.fromstring(junit_xml([report, report])))
    held_to_the_schema(ET.fromstring(junit_xml([])))


def test_a_real_reader(report: Report) -> None:
    read = JUnitXml.fromstring(junit_xml([report]).encode())
    (suite,) = list(read)
    assert (suite.name, suite.tests, suite.failures, suite.errors) == ("run_state_machine", 3, 2, 0)
    passed, wrong, blocked = list(suite)
    assert (passed.classname, passed.time, passed.is_passed) == ("run_state_machine", 0.25, True)
    (failure,) = wrong.result
    assert isinstance(failure, Failure)
    assert failure.type == "wrong"
    assert failure.message == "The client received a scrambled sentence."
    assert "expected: 0 'a', 1 'b'" in failure.text
    assert blocked.result[0].type == "blocked"
    said = {p.name: p.value for p in _properties(suite)}
    assert said == {
        "submission": "my work",
        "mode": "mock",
        "seed": "7",
        "points": "20",
        "max_points": "60",
    }


def test_zero_is_zero(report: Report) -> None:
    nothing = replace(report, points=0, max_points=0, checks=())
    (suite,) = list(JUnitXml.fromstring(junit_xml([nothing]).encode()))
    assert (suite.tests, suite.failures, suite.errors, suite.time) == (0, 0, 0, 0.0)
    assert [p.value for p in _properties(suite) if "points" in p.name] == ["0", "0"]


def test_what_xml_cannot_hold_is_shown(report: Report) -> None:
    odd = "\x00\x0b\x1b[2J \ud800 \ufffe ]]> <&\"' \u202e \r"
    check = replace(report.checks[1], title=odd, message=odd, promise=odd, hint=odd)
    text = junit_xml([replace(report, submission=odd, checks=(check,))])
    (suite,) = list(JUnitXml.fromstring(text.encode()))
    (case,) = list(suite)
    shown = "\\x00\\x0b\\x1b[2J \\ud800 \\ufffe ]]> <&\"' \\u202e \\r"
    assert case.name == f"2 {shown}"
    assert case.result[0].message == shown
    assert f"promise: {shown}\n" in case.result[0].text
