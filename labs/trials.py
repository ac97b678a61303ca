"""Trials: an exercise tried directly. Words for their authors.

Knows scripts and answers, no lab. Inputs go from small to large, so the first one that breaks a
promise is a small one. A trial is one batch of calls.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from labs.calls import Answer, Call, Caller, Fault, Outcome, Plain
from labs.checking import Bench, Breach, Counterexample, Fail, Pass, Step, Verdict
from labs.contracts import shown
from labs.scripts import Rules, Script, first_broken


@dataclass(frozen=True)
class Finding:
    """What a trial found: a broken input, and what kind of breach it is.

    `fatal`: no system can run with such an answer.
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


async def tried(bench: Bench, trial: Coroutine[None, None, Finding | None]) -> Finding | None:
    """What the trial finds, if it has not been made before."""
    if not bench.is_tried:
        return await trial
    trial.close()
    return None


def answered(call: Call, said: str, expected: str, answer: Answer, breach: Breach | None) -> Step:
    """The step that this call of a function was."""
    got = shown(answer.value) if answer.raised is None else str(answer.raised)
    return Step(call, said, expected, got, breach)


def raises(answer: Answer) -> Breach:
    """The breach that an unexpected exception is."""
    kind = answer.raised.kinds[0] if answer.raised is not None else "nothing"
    return Breach(f"raises {kind}", "error", fatal=True)


WRONG_TYPE = Breach("answers what is not of the right type", fatal=True)


def hopeless(finding: Finding | None) -> Fail | None:
    """A verdict without a scenario: no system runs with an answer that is of no use to it."""
    if finding is None or not finding.fatal:
        return None
    return _failed(f"Tried directly, {_what(finding)}; no system can run with that.", finding)


def _what(finding: Finding) -> str:
    breach = finding.counterexample.steps[-1].breach
    if finding.outcome == "error":
        return "the code raised an exception"
    if breach is None or breach == WRONG_TYPE:
        return "the answer is not even of the right type"
    return f"the code {breach.kind}"


def _failed(message: str, finding: Finding) -> Fail:
    return Fail(message, counterexample=finding.counterexample, outcome=finding.outcome)


T = TypeVar("T")
STANDS_STILL = 3.0
"""Seconds after which a scenario is left in which an answer that is known to be wrong plays."""


async def played(bench: Bench, scenario: Awaitable[T], finding: Finding | None) -> T | Fail:
    """What the scenario shows; a verdict if it waits in vain, or stops at a fault of that code.

    Only where the trial has found something: then there is an input that tells more than a timeout,
    and is simpler than the call at which the system stopped.
    """
    try:
        return await (scenario if finding is None else _in_time(scenario, bench.now))
    except _StandsStill:
        assert finding is not None
        message = "In the running system the check waits for what never comes; tried directly, "
        return _failed(f"{message}this input shows what is wrong.", finding)
    except ExceptionGroup as group:
        fault = _fault_in(group)
        if finding is None or fault is None or fault.exercise != finding.counterexample.exercise:
            raise
        return _failed(f"In the running system, {fault.message}.", finding)


class _StandsStill(Exception):
    """A scenario that did not come to its end."""


async def _in_time(scenario: Awaitable[T], now: Callable[[], float]) -> T:
    playing = asyncio.ensure_future(scenario)
    try:
        end = now() + STANDS_STILL
        while (left := end - now()) > 0 and not playing.done():
            await asyncio.wait([playing], timeout=left)
        if not playing.done():
            raise _StandsStill
        return playing.result()
    finally:
        playing.cancel()
        await asyncio.wait([playing])


def _fault_in(problem: Exception) -> Fault | None:
    """The first fault in it: a system's tasks put what they raise into groups."""
    if isinstance(problem, ExceptionGroup):
        return next(filter(None, map(_fault_in, problem.exceptions)), None)
    return problem if isinstance(problem, Fault) else None


_SURVIVED = "In the running system nothing went wrong this time; tried directly, it did."


def verdict(
    problems: Sequence[str], finding: Finding | None, evidence: Mapping[str, Plain]
) -> Verdict:
    """Pass only if neither the scenario nor the direct trial found anything."""
    if not problems and finding is None:
        return Pass(evidence)
    message = problems[0] if problems else _SURVIVED
    if finding is None:
        return Fail(message, evidence)
    return Fail(message, evidence, finding.counterexample, finding.outcome)
