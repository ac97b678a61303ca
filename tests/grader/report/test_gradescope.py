"""`results.json`, held to Gradescope's specification of autograders."""

import json
from collections.abc import Mapping
from dataclasses import replace

from grader.record import Report
from grader.report.gradescope import gradescope_json, gradescope_refusal

# The specification, field by field. A tuple names the only values.
VISIBLE = ("hidden", "after_due_date", "after_published", "visible")
FORMATS = ("text", "html", "simple_format", "md", "ansi")
TOP: Mapping[str, object] = {
    "score": float,
    "execution_time": float,
    "output": str,
    "output_format": FORMATS,
    "test_output_format": FORMATS,
    "test_name_format": FORMATS,
    "visibility": VISIBLE,
    "stdout_visibility": VISIBLE,
    "extra_data": dict,
    "tests": list,
    "leaderboard": list,
}
TEST: Mapping[str, object] = {
    "score": float,
    "max_score": float,
    "status": ("passed", "failed"),
    "name": str,
    "name_format": FORMATS,
    "number": str,
    "output": str,
    "output_format": FORMATS,
    "tags": list,
    "visibility": VISIBLE,
    "extra_data": dict,
}

Said = dict[str, "int | float | str | list[Said]"]


def read(text: str) -> Said:
    said: Said = json.loads(text)
    held(said, TOP)
    assert "score" in said  # or each test must have one
    tests = said["tests"]
    assert isinstance(tests, list)
    for test in tests:
        held(test, TEST)
        assert float(str(test["score"])) <= float(str(test["max_score"]))
    return said


def held(said: Said, fields: Mapping[str, object]) -> None:
    for name, value in said.items():
        allowed = fields[name]
        if isinstance(allowed, tuple):
            assert value in allowed
        elif allowed is float:
            assert type(value) in (int, float)
        else:
            assert type(value) is allowed


def test_a_test_a_check(report: Report) -> None:
    passed = replace(report.checks[0], points=20, max_points=20)
    said = read(gradescope_json([replace(report, checks=(passed, *report.checks[1:]))]))
    tests = said["tests"]
    assert isinstance(tests, list)
    assert said["score"] == 20
    assert [(t["number"], t["status"], t["score"]) for t in tests] == [
        *(("1", "passed", 20), ("2", "failed", 0), ("4", "failed", 0)),
    ]
    assert "expected: 0 'a', 1 'b'" in str(tests[1]["output"])


def test_several_labs_add_up(report: Report) -> None:
    assert read(gradescope_json([report, report]))["score"] == 40


def test_zero_is_zero(report: Report) -> None:
    said = read(gradescope_json([replace(report, points=0)]))
    assert said["score"] == 0
    assert read(gradescope_json([]))["score"] == 0


def test_nothing_to_grade_is_zero_and_says_why() -> None:
    said = read(gradescope_refusal("there is \x1b nothing"))
    assert (said["score"], said["output"], said["tests"]) == (0, "there is \\x1b nothing", [])


def test_points_that_another_check_holds_back_are_explained(report: Report) -> None:
    check = replace(report.checks[0], points=0, max_points=10, together_with=2)
    tests = read(gradescope_json([replace(report, checks=(check,))]))["tests"]
    assert isinstance(tests, list)
    assert "its points count only together with check 2." in str(tests[0]["output"])
