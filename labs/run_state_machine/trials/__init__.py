"""Trials: each exercise tried directly, on every small input and on some large ones.

They know the rules of the exercises and must not know the running system. Inputs go from small
to large, so the first one that breaks a promise is a small one. A trial is one batch of calls.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from labs.checking import Answer, Breach, Call, Caller, Counterexample, Outcome, Step
from labs.run_state_machine.contract import shown
from labs.scripts import Rules, Script, first_broken


@dataclass(frozen=True)
class Finding:
    """What a trial found: a broken input, and what kind of breach it is.

    `fatal`: the answer is not even of the right type, so no system can run with it.
    """

    counterexample: Counterexample
    outcome: Outcome = "wrong"
    fatal: bool = False


async def try_scripts(
    caller: Caller, exercise: str, rules: Rules, scripts: Sequence[Script]
) -> Finding | None:
    """What the first script that breaks has found, if one does."""
    found = await first_broken(caller, exercise, rules, scripts)
    if found is None or (breach := found.steps[-1].breach) is None:
        return None
    return Finding(found, breach.outcome, fatal=breach.fatal)


def answered(call: Call, said: str, expected: str, answer: Answer, breach: Breach | None) -> Step:
    """The step that this call of a function was."""
    got = shown(answer.value) if answer.raised is None else str(answer.raised)
    return Step(call, said, expected, got, breach)


def raises(answer: Answer) -> Breach:
    """The breach that an unexpected exception is."""
    kind = answer.raised.kinds[0] if answer.raised is not None else "nothing"
    return Breach(f"raises {kind}", "error", fatal=True)


WRONG_TYPE = Breach("answers what is not of the right type", fatal=True)
