"""One submission on trial: runs checks with its files, and says whose mistake a failure is.

A check runs with the student's files for its own exercises and the reference for all others, so
one mistake costs one exercise. What goes wrong that is not the student's is raised, not recorded.
"""

import time
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from grader.ahead import Ahead
from grader.at_work import Tell, silent
from grader.blame import Finding, find_blame
from grader.callers import InProcess, Mixed
from grader.diagnosing import diagnosed, is_to_be_diagnosed, with_own_hint
from grader.examination import Examination
from grader.race import attempt, too_late
from grader.record import CheckResult
from grader.sandbox import PATIENCE, Sandbox
from grader.shrinking import shrunk
from grader.submission import Submission
from labs.calls import Answer, Call
from labs.checking import Bench, Fail, Pass, SelfCheck
from labs.timeline import listed

if TYPE_CHECKING:
    from grader.precedent import Precedents
    from labs.runtime.system import Site

DEADLINE = 5.0
"""Seconds for one run of one check: a guard against hanging, not a measure of anything."""


@contextmanager
def opened(sandbox: Sandbox) -> Iterator[Sandbox]:
    """Start the sandbox, and close it in the end."""
    try:
        sandbox.start()
        yield sandbox
    finally:
        sandbox.close()


@dataclass(frozen=True)
class Trial:
    """One submission on trial: makes callers and runs checks with them.

    `ahead` may know already that a check passes with all of the student's files; `tell` hears which
    check is at work.
    """

    exam: Examination
    submission: Submission
    sandbox: Sandbox
    site: "Site"
    seed: int
    began: float
    deadline: float = DEADLINE
    seconds: float = PATIENCE.submission
    precedents: "Precedents | None" = None
    ahead: Ahead | None = None
    tell: Tell = silent

    async def finding(
        self, check: SelfCheck, exercises: Collection[str], *, is_tried: bool = False
    ) -> Finding:
        """Run the check with the student's files for these exercises."""
        if (left := self._left()) <= 0:
            return Finding(too_late(self.seconds), check.exercises)
        if (decided := await self._decided(check, exercises, is_tried)) is not None:
            return Finding(decided, check.exercises)
        # Fresh callers each time: what one check left in a module is not there for the next.
        reference = InProcess(self.exam.lab.solutions, self.exam.exercises)
        async with self.sandbox.performer(self.exam.exercises) as student:
            caller = Mixed(student, reference, exercises)
            bench = Bench(caller, self.seed, self.site, self.sandbox.clock.now, is_tried)
            deadline = min(self.deadline, left)
            verdict = await attempt(check, bench, caller, deadline=deadline)
        return Finding(verdict, check.exercises, student.output)

    async def _decided(
        self, check: SelfCheck, exercises: Collection[str], is_tried: bool
    ) -> Pass | None:
        if self.precedents is None:
            return None
        async with self.sandbox.performer(self.exam.exercises) as student:
            return await self.precedents.verdict(check, exercises, student, is_tried=is_tried)

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
        self._tell(check.number, check.title)
        began = time.perf_counter()
        finding = await self.finding(check, check.exercises)
        if not finding.passed and len(check.exercises) > 1:
            alone = {name: await self.finding(check, [name]) for name in check.exercises}
            # What was printed is told of the run with all of the student's files.
            printed = finding.printed
            finding = replace(find_blame(check.exercises, finding, alone), printed=printed)
        return self._recorded(check, finding, time.perf_counter() - began)

    async def together(self, check: SelfCheck, alone: CheckResult) -> CheckResult:
        """Run a check that has passed once more, with all the student's files.

        But for what was tried directly: that has been seen.
        """
        self._tell(check.number, "with all files together")
        if (known := await self._known(check)) is not None:
            return replace(alone, seconds=round(alone.seconds + known, 3))
        began = time.perf_counter()
        everything = [exercise.name for exercise in self.exam.exercises]
        finding = await self.finding(check, everything, is_tried=True)
        seconds = alone.seconds + time.perf_counter() - began
        if finding.passed:
            return replace(alone, seconds=round(seconds, 3))
        before = "passes beside the reference's files, but not with all of yours together: "
        return self._recorded(check, finding.widened(everything, before), seconds)

    async def _known(self, check: SelfCheck) -> float | None:
        if self.ahead is None or self._left() <= 0:
            return None
        return await self.ahead.seconds(check.number)

    async def all_together(self) -> AsyncIterator[tuple[int, float]]:
        """Run the checks with all the student's files, until one fails.

        Of each that passes, its number and how many seconds it took.
        """
        everything = [exercise.name for exercise in self.exam.exercises]
        for check in self.exam.checks:
            began = self.sandbox.clock.now()
            if not (await self.finding(check, everything, is_tried=True)).passed:
                return
            yield check.number, self.sandbox.clock.now() - began

    async def shortened(self, result: CheckResult) -> CheckResult:
        """The same result, its counterexample the simplest one to be found."""
        found = result.counterexample
        rules = None if found is None else self.exam.rules.get(found.exercise)
        if found is None or rules is None or self._left() <= 0:
            return result
        self._tell(result.number, "looking for a simpler input")

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
        self._tell(result.number, "looking for the mistake")
        async with self.sandbox.performer(self.exam.exercises) as student:
            return await diagnosed(result, self.exam.diagnose, student)

    def _waits(self, result: CheckResult) -> bool:
        return any(m.after for m in self.exam.lab.marks if m.number == result.number)

    def _tell(self, number: int, what: str) -> None:
        self.tell(f"check {number} of {len(self.exam.lab.marks)}: {what}")

    def _left(self) -> float:
        # By the same clock as what is called: else time to spare there would be missing here.
        owed = self.ahead.owed if self.ahead else 0.0
        return self.began + self.seconds - owed - self.sandbox.clock.now()

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
        unwritten = not is_blocked and chief in blame and self.submission.is_unwritten(chief)
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


def begun(
    exam: Examination, submission: Submission, sandbox: Sandbox, site: "Site", seed: int
) -> Trial:
    """A trial whose time runs from now on."""
    return Trial(exam, submission, sandbox, site, seed, began=sandbox.clock.now())


def _promise(check: SelfCheck) -> str:
    said = (check.run.__doc__ or "").strip()
    return said.splitlines()[0].strip() if said else check.title
