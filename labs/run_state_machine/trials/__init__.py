"""Trials: each exercise tried directly, on every small input and on some large ones.

They know the rules of the exercises and must not know the running system. Inputs go from small
to large, so the first one that breaks a promise is the smallest. A trial is one batch of calls.
"""

from dataclasses import dataclass

from labs.checking import Answer, Counterexample, Outcome
from labs.run_state_machine.contract import shown


@dataclass(frozen=True)
class Finding:
    """What a trial found: the smallest broken input, and what kind of breach it is.

    `fatal`: the answer is not even of the right type, so no system can run with it.
    """

    counterexample: Counterexample
    outcome: Outcome = "wrong"
    fatal: bool = False


def finding_from(
    exercise: str, asked: str, expected: str, answer: Answer, *, right_type: bool
) -> Finding:
    """The finding that this answer is, to what was asked of that exercise."""
    outcome: Outcome = "wrong"
    got = shown(answer.value)
    if answer.raised is not None:
        outcome = "wrong" if right_type else "error"
        got = str(answer.raised)
    example = Counterexample(exercise, asked, expected, got)
    return Finding(example, outcome, fatal=not right_type)
