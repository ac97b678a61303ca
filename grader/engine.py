"""Grades a submission: runs a lab's checks, says whose mistake a failure is, counts the points.

Knows checks only by their words and a lab only by its folder. A check runs with the student's
files for its own exercises and the reference for all others, so one mistake costs one exercise.
Whatever goes wrong that is not the student's is raised, never recorded.
"""

import importlib
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from grader.blame import Finding, find_blame
from grader.callers import InProcess, Mixed
from grader.course import Lab, is_starters
from grader.race import attempt
from grader.record import CheckResult, Report, Usage
from grader.sandbox import Sandbox
from grader.submission import Submission
from labs.checking import Bench, Exercise, Fail, Pass, SelfCheck

if TYPE_CHECKING:
    from labs.runtime.system import Services, Site

DEFAULT_SEED = 6
DEADLINE = 5.0
"""Seconds for one run of one check: a guard against hanging, not a measure of anything."""


@dataclass(frozen=True)
class Examination:
    """A lab ready to be graded: its exercises' contract and its checks, imported."""

    lab: Lab
    exercises: Sequence[Exercise]
    checks: Sequence[SelfCheck]


def examination(lab: Lab, only: int | None = None) -> Examination:
    """Import the lab's contract and checks; with `only`, that one check.

    Raises:
        Usage: the lab has no such check.
    """
    contract = importlib.import_module(f"labs.{lab.name}.contract")
    checks: Sequence[SelfCheck] = importlib.import_module(f"labs.{lab.name}.checks").CHECKS
    chosen = [check for check in checks if only in (None, check.number)]
    if not chosen:
        there = ", ".join(str(check.number) for check in checks)
        raise Usage(f"{lab.name} has no check {only}; it has {there}")
    return Examination(lab, contract.EXERCISES, chosen)


async def grade_all(
    submissions: Sequence[Submission],
    *,
    services: "Services | None",
    seed: int = DEFAULT_SEED,
    only: int | None = None,
) -> list[Report]:
    """Grade each submission, all on one site."""
    from labs.runtime.system import open_site

    exams = [examination(submission.lab, only) for submission in submissions]
    async with open_site(services) as site:
        return [
            await grade_lab(exam, submission, seed=seed, site=site, only=only)
            for exam, submission in zip(exams, submissions, strict=True)
        ]


async def grade_lab(
    exam: Examination,
    submission: Submission,
    *,
    seed: int,
    site: "Site",
    only: int | None = None,
    deadline: float = DEADLINE,
) -> Report:
    """Run the lab's checks; if all pass, once more with all the student's files together."""
    sandbox = Sandbox(submission.folder, exam.exercises)
    try:
        trial = _Trial(exam, submission, sandbox, site, seed, deadline)
        results = [await trial.result(check) for check in exam.checks]
        if only is None and all(result.passed for result in results):
            pairs = zip(exam.checks, results, strict=True)
            results = [await trial.together(check, result) for check, result in pairs]
    finally:
        sandbox.close()
    return _report(exam, submission, results, seed=seed, mode=site.mode)


def _report(
    exam: Examination,
    submission: Submission,
    results: Sequence[CheckResult],
    *,
    seed: int,
    mode: str,
) -> Report:
    points, max_points = _points(exam.lab, results)
    return Report(
        lab=exam.lab.name,
        title=exam.lab.title,
        submission=submission.given,
        mode=mode,
        seed=seed,
        points=points,
        max_points=max_points,
        checks=tuple(results),
    )


def _points(lab: Lab, results: Sequence[CheckResult]) -> tuple[int, int]:
    # A check that the starter passes earns nothing alone: what it needs must have passed too.
    passed = {result.number for result in results if result.passed}
    run = {result.number for result in results}
    marks = [mark for mark in lab.marks if mark.number in run]
    earned = [m for m in marks if m.number in passed and (m.together_with in {None, *passed})]
    return sum(mark.points for mark in earned), sum(mark.points for mark in marks)


@dataclass(frozen=True)
class _Trial:
    """One submission on trial: makes callers and runs checks with them."""

    exam: Examination
    submission: Submission
    sandbox: Sandbox
    site: "Site"
    seed: int
    deadline: float

    async def finding(self, check: SelfCheck, exercises: Collection[str]) -> Finding:
        """Run the check with the student's files for these exercises."""
        # Fresh callers each time: what one check left in a module is not there for the next.
        reference = InProcess(self.exam.lab.solutions, self.exam.exercises)
        async with self.sandbox.performer() as student:
            caller = Mixed(student, reference, exercises)
            bench = Bench(caller, self.seed, self.site)
            verdict = await attempt(check, bench, caller, deadline=self.deadline)
        return Finding(verdict, check.exercises)

    async def result(self, check: SelfCheck) -> CheckResult:
        """Run the check with the student's files for its exercises and say whose the blame is."""
        began = time.perf_counter()
        finding = await self.finding(check, check.exercises)
        if not finding.passed and len(check.exercises) > 1:
            alone = {name: await self.finding(check, [name]) for name in check.exercises}
            finding = find_blame(check.exercises, finding, alone)
        return self._recorded(check, finding, time.perf_counter() - began)

    async def together(self, check: SelfCheck, alone: CheckResult) -> CheckResult:
        """Run a check that has passed once more, with all the student's files."""
        began = time.perf_counter()
        everything = [exercise.name for exercise in self.exam.exercises]
        finding = await self.finding(check, everything)
        seconds = alone.seconds + time.perf_counter() - began
        if finding.passed:
            return replace(alone, seconds=round(seconds, 3))
        before = "passes beside the reference's files, but not with all of yours together: "
        return self._recorded(check, finding.widened(everything, before), seconds)

    def _recorded(self, check: SelfCheck, finding: Finding, seconds: float) -> CheckResult:
        result = CheckResult(
            number=check.number,
            title=check.title,
            promise=_promise(check),
            exercises=check.exercises,
            evidence=finding.verdict.evidence,
            seconds=round(seconds, 3),
        )
        if isinstance(finding.verdict, Pass):
            return result
        return self._failed(result, finding.verdict, finding.blame)

    def _failed(self, result: CheckResult, fail: Fail, blame: tuple[str, ...]) -> CheckResult:
        marks = {mark.number: mark for mark in self.exam.lab.marks}
        unwritten = result.exercises[0] in blame and self._is_unwritten(result.exercises[0])
        return replace(
            result,
            outcome="not_written" if unwritten else fail.outcome,
            message=fail.message,
            blame=blame,
            files=tuple(str(self._file(name)) for name in blame),
            hint=marks[result.number].hint,
            counterexample=fail.counterexample,
        )

    def _file(self, exercise: str) -> Path:
        return self.submission.folder / self.exam.lab.files[exercise]

    def _is_unwritten(self, exercise: str) -> bool:
        file = self._file(exercise)
        return is_starters(file, self.exam.lab.starter / file.name)


def _promise(check: SelfCheck) -> str:
    said = (check.run.__doc__ or "").strip()
    return said.splitlines()[0].strip() if said else check.title
