"""Reads a report back from its line of JSON: for whoever asked another process to grade.

Knows the form that `json_lines` writes. What it does not write (a check's promise, its points) is
taken from the lab or left out. A line of another form is trouble of ours, never half a report.
"""

import json
from collections.abc import Mapping
from typing import cast, get_args

from grader.course import Lab
from grader.engine import with_points
from grader.record import CheckResult, Report, Trouble
from grader.report.json_lines import SCHEMA
from labs.calls import Call, Outcome, Plain
from labs.checking import Breach, Counterexample, Step


def report_from_json(line: str, lab: Lab, numbers: frozenset[int]) -> Report:
    """The lab's report, of the checks with those numbers.

    Raises:
        Trouble: the line is none of ours.
    """
    try:
        return _report(json.loads(line), lab, numbers)
    except (ValueError, KeyError, TypeError) as problem:
        raise Trouble("the grader's own report cannot be read; please report it") from problem


def _report(said: Plain, lab: Lab, numbers: frozenset[int]) -> Report:
    match said:
        case {
            "schema": schema,
            "lab": lab.name,
            "mode": str(mode),
            "seed": int(seed),
            "checks": list(checks),
        } if schema == SCHEMA:
            results = with_points(lab, [_check(check, lab) for check in checks])
            chosen = tuple(result for result in results if result.number in numbers)
            return Report(
                lab=lab.name,
                title=lab.title,
                submission="",
                mode=mode,
                seed=seed,
                points=sum(result.points for result in chosen),
                max_points=sum(result.max_points for result in chosen),
                checks=chosen,
            )
    raise ValueError


def _check(said: Plain, lab: Lab) -> CheckResult:
    match said:
        case {
            "number": int(number),
            "title": str(title),
            "exercises": list(exercises),
            "outcome": str(outcome),
            "message": str(message),
            "evidence": {} as evidence,
            "blame": list(blame),
            "hint": None | str() as hint,
            "trace": trace,
        } if outcome in get_args(Outcome):
            return CheckResult(
                number=number,
                title=title,
                promise="",
                exercises=tuple(map(str, exercises)),
                evidence=cast(Mapping[str, Plain], evidence),
                seconds=0.0,
                outcome=cast(Outcome, outcome),
                message=message,
                blame=tuple(map(str, blame)),
                files=tuple(f"{lab.name}/{lab.files[str(name)]}" for name in blame),
                hint=hint,
                counterexample=None if trace is None else _counterexample(trace),
            )
    raise ValueError


def _counterexample(said: Plain) -> Counterexample:
    match said:
        case {
            "exercise": str(exercise),
            "input": str(given),
            "expected": str(expected),
            "got": str(got),
            "script": list(script),
        }:
            steps = tuple(_step(step, last=step is script[-1]) for step in script)
            return Counterexample(exercise, given, expected, got, steps)
    raise ValueError


def _step(said: Plain, *, last: bool) -> Step:
    """How a step reads; it is not to be replayed, so its call has no arguments."""
    match said:
        case {"name": str(name), "said": str(words), "expected": str(expected), "got": str(got)}:
            # The last step of a script is where it breaks.
            breach = Breach("shown") if last else None
            return Step(Call(name), words, expected, got, breach)
    raise ValueError
