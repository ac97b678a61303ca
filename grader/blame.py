"""Whose mistake a failed check is, when the check is about more than one exercise.

Pure: from what the check found with all its exercises' files of the student's, and with each of
them alone beside the reference, to the one finding that is reported.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from grader.record import Output
from labs.checking import Fail, Verdict
from labs.timeline import listed


@dataclass(frozen=True)
class Finding:
    """What a check said, the exercises to blame if it failed, and what their code printed."""

    verdict: Verdict
    blame: tuple[str, ...]
    printed: Output = field(default_factory=Output)

    @property
    def passed(self) -> bool:
        """Whether the check passed."""
        return not isinstance(self.verdict, Fail)

    def widened(self, blame: Sequence[str], before: str) -> "Finding":
        """The same failure, with other exercises to blame and words put before its message."""
        if not isinstance(self.verdict, Fail):
            return self
        message = before + self.verdict.message
        verdict = replace(self.verdict, message=message)
        return replace(self, verdict=verdict, blame=tuple(blame))


def find_blame(exercises: Sequence[str], both: Finding, alone: Mapping[str, Finding]) -> Finding:
    """The finding to report for a failed check; the first exercise is its chief one.

    `alone` has, for each exercise, what was found with the student's file for that one only.
    """
    failing = [name for name in exercises if not alone[name].passed]
    if not failing:
        together = "both" if len(exercises) == 2 else "all"
        before = f"each of these files passes beside the reference, but not {together} together: "
        return both.widened(exercises, before)
    first = alone[failing[0]]
    if failing[0] == exercises[0]:
        return first.widened(failing, "")
    blocked = first.widened(failing, f"{exercises[0]} is right, and waits for {listed(failing)}: ")
    return _as_blocked(blocked)


def _as_blocked(finding: Finding) -> Finding:
    if not isinstance(finding.verdict, Fail):
        return finding
    return replace(finding, verdict=replace(finding.verdict, outcome="blocked"))
