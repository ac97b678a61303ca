"""Grades a submission: runs a lab's checks, says whose mistake a failure is, counts the points.

Knows checks only by their words and a lab only by its folder. A check runs with the student's
files for its own exercises and the reference for all others, so one mistake costs one exercise.
Whatever goes wrong that is not the student's is raised, never recorded.
"""

import importlib
import importlib.util
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from grader.blame import Finding, find_blame
from grader.callers import InProcess, Mixed
from grader.course import Lab, Mark, is_starters
from grader.diagnosing import (
    Diagnose,
    diagnose_of,
    diagnosed,
    is_to_be_diagnosed,
    with_own_hint,
)
from grader.performer import Patience
from grader.precedent import Precedents
from grader.race import attempt, too_late
from grader.record import CheckResult, Report, Usage
from grader.sandbox import PATIENCE, Sandbox
from grader.shrinking import shrunk
from grader.submission import Submission
from labs.checking import Answer, Bench, Call, Exercise, Fail, Pass, SelfCheck
from labs.scripts import Rules
from labs.timeline import listed

if TYPE_CHECKING:
    from labs.runtime.system import Services, Site

DEFAULT_SEED = 6
DEADLINE = 5.0
"""Seconds for one run of one check: a guard against hanging, not a measure of anything."""


@dataclass(frozen=True)
class Examination:
    """A lab ready to be graded: its exercises' contract and its checks, imported.

    `rules` are those of the exercises whose counterexamples can be shortened; `diagnose` names
    mistakes. `chiefs`: for an exercise, the first check that is chiefly about it.
    """

    lab: Lab
    exercises: Sequence[Exercise]
    checks: Sequence[SelfCheck]
    rules: Mapping[str, Rules] = field(default_factory=dict)
    diagnose: Diagnose | None = None
    chiefs: Mapping[str, int] = field(default_factory=dict)


def examination(lab: Lab, only: Collection[int] = ()) -> Examination:
    """Import the lab's contract and checks; with `only`, the checks of these numbers.

    Raises:
        Usage: the lab has no such check.
    """
    contract = importlib.import_module(f"labs.{lab.name}.contract")
    checks: Sequence[SelfCheck] = importlib.import_module(f"labs.{lab.name}.checks").CHECKS
    there = [check.number for check in checks]
    for number in only:
        if number not in there:
            raise Usage(f"{lab.name} has no check {number}; it has {', '.join(map(str, there))}")
    chosen = [check for check in checks if not only or check.number in only]
    chiefs = {check.exercises[0]: check.number for check in reversed(checks)}
    return Examination(lab, contract.EXERCISES, chosen, rules_of(lab), diagnose_of(lab), chiefs)


def rules_of(lab: Lab) -> Mapping[str, Rules]:
    """The rules of the lab's exercises, by name, as far as it has any."""
    name = f"labs.{lab.name}.rules"
    if importlib.util.find_spec(name) is None:
        return {}
    rules: Mapping[str, Rules] = importlib.import_module(name).RULES
    return rules


async def grade_all(
    submissions: Sequence[Submission],
    *,
    services: "Services | None",
    seed: int = DEFAULT_SEED,
    only: Collection[int] = (),
) -> list[Report]:
    """Grade each submission, all on one site."""
    with ExitStack() as stack:
        # They get ready while the checks, and all that these need, are imported.
        sandboxes = [stack.enter_context(_opened(Sandbox(s.folder))) for s in submissions]
        from labs.runtime.system import open_site

        exams = [examination(submission.lab, only) for submission in submissions]
        async with open_site(services) as site:
            return [
                await _graded(_begun(exam, submission, sandbox, site, seed), only)
                for exam, submission, sandbox in zip(exams, submissions, sandboxes, strict=True)
            ]


async def grade_lab(
    exam: Examination,
    submission: Submission,
    *,
    seed: int,
    site: "Site",
    only: Collection[int] = (),
    deadline: float = DEADLINE,
    patience: Patience = PATIENCE,
    precedents: Precedents | None = None,
) -> Report:
    """Grade one submission; what a precedent decides needs no running system."""
    with _opened(Sandbox(submission.folder, patience=patience)) as sandbox:
        trial = _begun(exam, submission, sandbox, site, seed)
        seconds = patience.submission
        trial = replace(trial, deadline=deadline, seconds=seconds, precedents=precedents)
        return await _graded(trial, only)


@contextmanager
def _opened(sandbox: Sandbox) -> Iterator[Sandbox]:
    try:
        sandbox.start()
        yield sandbox
    finally:
        sandbox.close()


async def _graded(trial: "_Trial", only: Collection[int]) -> Report:
    """Run the lab's checks; if all pass, once more with all the student's files together."""
    checks = trial.exam.checks
    results: list[CheckResult] = []
    for check in checks:
        results.append(trial.blocked(check, results) or await trial.result(check))
    if not only and all(result.passed for result in results):
        pairs = zip(checks, results, strict=True)
        results = [await trial.together(check, result) for check, result in pairs]
    results = [await trial.diagnosed(result) for result in results]
    # Last: code that hangs on a shorter script is not called again, and no check must miss it.
    results = [await trial.shortened(result) for result in results]
    return _report(trial, results)


def _report(trial: "_Trial", results: Sequence[CheckResult]) -> Report:
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


@dataclass(frozen=True)
class _Trial:
    """One submission on trial: makes callers and runs checks with them."""

    exam: Examination
    submission: Submission
    sandbox: Sandbox
    site: "Site"
    seed: int
    began: float
    deadline: float = DEADLINE
    seconds: float = PATIENCE.submission
    precedents: Precedents | None = None

    async def finding(self, check: SelfCheck, exercises: Collection[str]) -> Finding:
        """Run the check with the student's files for these exercises."""
        if (left := self._left()) <= 0:
            return Finding(too_late(self.seconds), check.exercises)
        if (decided := await self._decided(check, exercises)) is not None:
            return Finding(decided, check.exercises)
        # Fresh callers each time: what one check left in a module is not there for the next.
        reference = InProcess(self.exam.lab.solutions, self.exam.exercises)
        async with self.sandbox.performer(self.exam.exercises) as student:
            caller = Mixed(student, reference, exercises)
            bench = Bench(caller, self.seed, self.site)
            deadline, now = min(self.deadline, left), self.sandbox.clock.now
            verdict = await attempt(check, bench, caller, deadline=deadline, now=now)
        return Finding(verdict, check.exercises, student.output)

    async def _decided(self, check: SelfCheck, exercises: Collection[str]) -> Pass | None:
        if self.precedents is None:
            return None
        async with self.sandbox.performer(self.exam.exercises) as student:
            return await self.precedents.verdict(check, exercises, student)

    def blocked(self, check: SelfCheck, before: Sequence[CheckResult]) -> CheckResult | None:
        """The check's result if one that it comes after has failed: then it is not run."""
        after = {mark.number: mark.after for mark in self.exam.lab.marks}[check.number]
        failed = [result for result in before if result.number in after and not result.passed]
        if not failed:
            return None
        blame = tuple(dict.fromkeys(name for result in failed for name in result.exercises))
        which = "check" if len(failed) == 1 else "checks"
        numbers = listed([str(result.number) for result in failed])
        message = f"It waits for {listed(blame)}: first {which} {numbers} must pass."
        fail = Fail(message, outcome="blocked")
        return self._recorded(check, Finding(fail, blame), 0.0)

    async def result(self, check: SelfCheck) -> CheckResult:
        """Run the check with the student's files for its exercises and say whose the blame is."""
        began = time.perf_counter()
        finding = await self.finding(check, check.exercises)
        if not finding.passed and len(check.exercises) > 1:
            alone = {name: await self.finding(check, [name]) for name in check.exercises}
            # What was printed is told of the run with all of the student's files.
            printed = finding.printed
            finding = replace(find_blame(check.exercises, finding, alone), printed=printed)
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

    async def shortened(self, result: CheckResult) -> CheckResult:
        """The same result, its counterexample the simplest one to be found."""
        found = result.counterexample
        rules = None if found is None else self.exam.rules.get(found.exercise)
        if found is None or rules is None or self._left() <= 0:
            return result

        async def fresh(calls: Sequence[Call]) -> Sequence[Answer]:
            async with self.sandbox.performer(self.exam.exercises) as student:
                return await student.call(found.exercise, calls)

        simplest = await shrunk(found, rules, fresh, most_seconds=self._left())
        return replace(result, counterexample=simplest)

    async def diagnosed(self, result: CheckResult) -> CheckResult:
        """The same result, with its mistake's name and hint if the lab knows it."""
        result = with_own_hint(result)
        if self.exam.diagnose is None or not is_to_be_diagnosed(result) or self._left() <= 0:
            return result
        if result.outcome == "blocked" and self._waits(result):
            return result  # each check that it waits for names its own mistake
        async with self.sandbox.performer(self.exam.exercises) as student:
            return await diagnosed(result, self.exam.diagnose, student)

    def _waits(self, result: CheckResult) -> bool:
        return any(m.after for m in self.exam.lab.marks if m.number == result.number)

    def _left(self) -> float:
        # By the same clock as what is called: else time to spare there would be missing here.
        return self.began + self.seconds - self.sandbox.clock.now()

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
        failed = self._failed(result, finding.verdict, finding.blame)
        return replace(failed, printed=finding.printed)

    def _failed(self, result: CheckResult, fail: Fail, blame: tuple[str, ...]) -> CheckResult:
        marks = {mark.number: mark for mark in self.exam.lab.marks}
        chief, is_blocked = result.exercises[0], fail.outcome == "blocked"
        unwritten = not is_blocked and chief in blame and self._is_unwritten(chief)
        # The check's own hint is about its chief exercise, which is right if it waits for another.
        waits = is_blocked and not self._waits(result)
        about = self.exam.chiefs.get(blame[0], result.number) if waits else result.number
        return replace(
            result,
            outcome="not_written" if unwritten else fail.outcome,
            message=fail.message,
            blame=blame,
            files=tuple(str(self._file(name)) for name in blame),
            hint=marks[about].hint,
            counterexample=fail.counterexample,
        )

    def _file(self, exercise: str) -> Path:
        return self.submission.folder / self.exam.lab.files[exercise]

    def _is_unwritten(self, exercise: str) -> bool:
        file = self._file(exercise)
        return any(is_starters(file, text) for text in self.submission.starters(exercise))


def _begun(
    exam: Examination, submission: Submission, sandbox: Sandbox, site: "Site", seed: int
) -> _Trial:
    return _Trial(exam, submission, sandbox, site, seed, began=sandbox.clock.now())


def _promise(check: SelfCheck) -> str:
    said = (check.run.__doc__ or "").strip()
    return said.splitlines()[0].strip() if said else check.title
