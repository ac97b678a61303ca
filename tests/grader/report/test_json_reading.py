"""A report, written as JSON and read again, says the same."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from grader.course import Lab, Mark
from grader.record import Report, Trouble
from grader.report.json_lines import json_line
from grader.report.json_reading import report_from_json
from labs.calls import Call
from labs.checking import Breach, Counterexample, Step

STEPS = (
    Step(Call("offer", (1, "b")), "offer 1", "emits nothing", "emits nothing"),
    Step(Call("offer", (0, "a")), "offer 0", "emits 0, 1", "emits 0", Breach("shown")),
)


@pytest.fixture
def own() -> Lab:
    marks = (Mark(1, 20, ("?",), None), Mark(2, 20, ("?",), None), Mark(4, 20, ("?",), None))
    files = {"state": "state.py", "orderer": "orderer.py", "resume": "resume.py"}
    return Lab("run_state_machine", "The run", 1, files, marks, Path("a"), Path("b"))


def test_what_is_written_is_read(report: Report, own: Lab) -> None:
    found = Counterexample("orderer", "offer 1, offer 0", "0, 1", "0", STEPS)
    wrong = replace(report.checks[1], counterexample=found)
    report = replace(report, checks=(report.checks[0], wrong, report.checks[2]))
    read = report_from_json(json_line(report), own, frozenset({1, 2, 4}))
    assert (read.passed, read.points, read.max_points, read.seed) == (1, 20, 60, 7)
    assert read.submission == ""
    check = read.checks[1]
    assert (check.outcome, check.message, check.hint) == (wrong.outcome, wrong.message, wrong.hint)
    assert (check.evidence, check.files) == (wrong.evidence, ("run_state_machine/orderer.py",))
    assert check.counterexample is not None
    assert [s.got for s in check.counterexample.steps] == ["emits nothing", "emits 0"]
    assert [s.breach is None for s in check.counterexample.steps] == [True, False]


def test_only_some_of_the_checks(report: Report, own: Lab) -> None:
    read = report_from_json(json_line(report), own, frozenset({2}))
    assert [check.number for check in read.checks] == [2]
    assert (read.points, read.max_points) == (0, 20)


@pytest.mark.parametrize(
    "change",
    [{"schema": 2}, {"lab": "other"}, {"seed": "6"}, {"checks": [{}]}, {"checks": None}],
)
def test_a_line_of_another_form(report: Report, own: Lab, change: dict[str, object]) -> None:
    said = {**json.loads(json_line(report)), **change}
    with pytest.raises(Trouble, match="cannot be read"):
        report_from_json(json.dumps(said), own, frozenset({1}))


@pytest.mark.parametrize("line", ["", "{", "[]", "null"])
def test_no_line_of_ours(own: Lab, line: str) -> None:
    with pytest.raises(Trouble):
        report_from_json(line, own, frozenset({1}))
