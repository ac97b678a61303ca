"""Grades a submission: runs a lab's checks in their order, and counts the points.

Knows checks only by their words and a lab only by its folder.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from grader.course import Lab, Mark
from grader.examination import Examination
from grader.exchange import Patience
from grader.record import CheckResult, Report
from grader.sandbox import PATIENCE, Sandbox
from grader.submission import Submission
from grader.trial import DEADLINE, Trial, begun, opened

if TYPE_CHECKING:
    from grader.precedent import Precedents
    from labs.runtime.system import Site

DEFAULT_SEED = 6


async def grade_lab(
    exam: Examination,
    submission: Submission,
    *,
    seed: int,
    site: "Site",
    only: Collection[int] = (),
    deadline: float = DEADLINE,
    patience: Patience = PATIENCE,
    precedents: "Precedents | None" = None,
) -> Report:
    """Grade one submission; what a precedent decides needs no running system."""
    with opened(Sandbox(submission.folder, patience=patience)) as sandbox:
        trial = begun(exam, submission, sandbox, site, seed)
        seconds = patience.submission
        trial = replace(trial, deadline=deadline, seconds=seconds, precedents=precedents)
        return await graded(trial, only)


async def graded(trial: "Trial", only: Collection[int]) -> Report:
    """Run the lab's checks; if all pass, once more with all the student's files together."""
    checks = trial.exam.checks
    results: list[CheckResult] = []
    for check in checks:
        results.append(trial.blocked(check, results) or await trial.result(check))
        if trial.ahead is not None and not results[-1].passed:
            trial.ahead.skip()
    if not only and all(result.passed for result in results):
        pairs = zip(checks, results, strict=True)
        results = [await trial.together(check, result) for check, result in pairs]
    results = [await trial.diagnosed(result) for result in results]
    # Last: code that hangs on a shorter script is not called again, and no check must miss it.
    results = [await trial.shortened(result) for result in results]
    return _report(trial, results)


def _report(trial: "Trial", results: Sequence[CheckResult]) -> Report:
    lab = trial.exam.lab
    checks = with_points(lab, results)
    return Report(
        lab=lab.name,
        title=lab.title,
        submission=trial.submission.given,
        mode=trial.site.mode,
        seed=trial.seed,
        points=sum(check.points for check in checks),
        max_points=sum(check.max_points for check in checks),
        checks=checks,
    )


def with_points(lab: Lab, results: Sequence[CheckResult]) -> tuple[CheckResult, ...]:
    """The results with their points, as the lab's marks have them."""
    # A check that the starter passes earns nothing alone: what it needs must have passed too.
    passed = {result.number for result in results if result.passed}
    marks = {mark.number: mark for mark in lab.marks}
    return tuple(_with_mark(result, marks[result.number], passed) for result in results)


def _with_mark(result: CheckResult, mark: Mark, passed: Collection[int]) -> CheckResult:
    needed = {*mark.after, mark.together_with} - {None}
    points = mark.points if result.passed and needed <= set(passed) else 0
    together, after = mark.together_with, mark.after
    return replace(
        result, points=points, max_points=mark.points, together_with=together, after=after
    )
