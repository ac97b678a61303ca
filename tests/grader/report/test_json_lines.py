"""The form that other programs read: names, their order, and plain values only."""

import json
from dataclasses import replace
from types import MappingProxyType

from grader.record import Output, Report
from grader.report.json_lines import json_line


def test_one_line_with_the_names_of_the_contract(report: Report) -> None:
    line = json_line(report)
    assert line.isascii()
    assert "\n" not in line
    said = json.loads(line)
    assert list(said) == [
        *("schema", "lab", "submission", "mode", "seed"),
        *("passed", "total", "points", "max_points", "checks"),
    ]
    assert (said["schema"], said["submission"], said["passed"], said["total"]) == (
        1,
        "my work",
        1,
        3,
    )


def test_a_check_that_passed(report: Report) -> None:
    assert json.loads(json_line(report))["checks"][0] == {
        "number": 1,
        "title": "a state changes only along a legal edge",
        "exercises": ["state"],
        "status": "passed",
        "outcome": "passed",
        "message": "",
        "evidence": {"refused": 25},
        "blame": [],
        "hint": None,
        "trace": None,
        "seconds": 0.25,
    }


def test_a_check_that_failed(report: Report) -> None:
    printed = replace(report.checks[1], printed=Output("here"), together_with=1)
    assert json_line(replace(report, checks=(printed,))) == json_line(
        replace(report, checks=report.checks[1:2])
    )
    check = json.loads(json_line(report))["checks"][1]
    assert (check["status"], check["outcome"], check["blame"]) == ("failed", "wrong", ["orderer"])
    assert check["evidence"]["reply"] == "It \x1b[2J depends,\nas\u202e ever."
    assert check["trace"] == {
        "exercise": "orderer",
        "input": "offer(1, 'b'), offer(0, 'a')",
        "expected": "0 'a', 1 'b'",
        "got": "1 'b', 0 'a'",
        "timeline": [],
        "script": [],
    }


def test_evidence_of_any_mapping_and_sequence(report: Report) -> None:
    check = replace(report.checks[0], evidence=MappingProxyType({"a": range(2), "b": ("\ud800",)}))
    said = json.loads(json_line(replace(report, checks=(check,))))
    assert said["checks"][0]["evidence"] == {"a": [0, 1], "b": ["\ud800"]}
