"""What came of a grading, as frozen records, and the two reasons for which there is none.

Every format of a report is made from these and from nothing else. Knows no lab, no process and
no format.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from labs.calls import Outcome, Plain
from labs.checking import Counterexample


class Refusal(Exception):
    """Why nothing was graded, in one sentence for whoever asked."""


class Usage(Refusal):
    """What was asked for makes no sense, or is not there."""


class Trouble(Refusal):
    """Something of ours failed. It is never a student's failed check."""


@dataclass(frozen=True)
class Output:
    """What a student's code printed: the beginning, and whether there was more."""

    text: str = ""
    is_cut: bool = False


@dataclass(frozen=True)
class CheckResult:
    """What came of one check; as it is made without more words, it passed.

    `files` are the paths of the blamed exercises' files, where a student should look. `mistake` is
    the name of the misconception that the answer behaves like, if it is a known one. `printed` is
    what the code printed in the run that failed. The points count only if the checks numbered
    `together_with` and `after`, if any, have passed too.
    """

    number: int
    title: str
    promise: str
    exercises: tuple[str, ...]
    evidence: Mapping[str, Plain]
    seconds: float
    outcome: Outcome = "passed"
    message: str = ""
    blame: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    hint: str | None = None
    mistake: str | None = None
    counterexample: Counterexample | None = None
    points: int = 0
    max_points: int = 0
    printed: Output = Output()
    together_with: int | None = None
    after: tuple[int, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether the promise was shown to hold."""
        return self.outcome == "passed"

    @property
    def status(self) -> Literal["passed", "failed"]:
        """The outcome in its simplest form: everything but `passed` is `failed`."""
        return "passed" if self.passed else "failed"

    @property
    def held_back(self) -> str:
        """Why a check that passed earns nothing, as the end of a sentence; empty if it earns."""
        if not self.passed or self.points == self.max_points:
            return ""
        if self.after:
            return f"only together with checks {', '.join(map(str, self.after))}"
        return f"only together with check {self.together_with}" if self.together_with else ""


@dataclass(frozen=True)
class Report:
    """What came of one lab. `submission` is the path as it was given, if it was."""

    lab: str
    title: str
    submission: str
    mode: str
    seed: int
    points: int
    max_points: int
    checks: tuple[CheckResult, ...]

    @property
    def passed(self) -> int:
        """How many checks passed."""
        return sum(check.passed for check in self.checks)

    @property
    def total(self) -> int:
        """How many checks were run."""
        return len(self.checks)

    @property
    def held_back(self) -> str:
        """Which checks passed and earn nothing, and why; empty if there are none."""
        return told_held_back({c.number: c.held_back for c in self.checks if c.held_back})


def told_held_back(reasons: Mapping[int, str]) -> str:
    """In one sentence: for each check the end of its own."""
    told = [f"check {number} {reason}" for number, reason in reasons.items()]
    return ", ".join([told[0].replace(" only", " counts only", 1), *told[1:]]) if told else ""
