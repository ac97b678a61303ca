"""The transition table, tried directly."""

import itertools
from collections.abc import Sequence

from labs.calls import Answer, Call, Caller
from labs.checking import Breach, Step
from labs.run_state_machine.contract import is_status
from labs.runs import RunStatus
from labs.scripts import Rules, Script, Steps, judge_each, shorter
from labs.trials import WRONG_TYPE, Finding, answered, raises, try_scripts

LEGAL = {
    RunStatus.PENDING: {RunStatus.RUNNING, RunStatus.CANCELLED, RunStatus.FAILED},
    RunStatus.RUNNING: {
        RunStatus.STREAMING,
        RunStatus.DONE,
        RunStatus.FAILED,
        RunStatus.CANCELLED,
    },
    RunStatus.STREAMING: {RunStatus.DONE, RunStatus.FAILED, RunStatus.CANCELLED},
    RunStatus.DONE: set[RunStatus](),
    RunStatus.FAILED: set[RunStatus](),
    RunStatus.CANCELLED: set[RunStatus](),
}


async def try_state(caller: Caller) -> Finding | None:
    """All 36 pairs, each twice: a table does not change by being asked."""
    pairs = [*itertools.product(RunStatus, RunStatus)] * 2
    scripts = [(Call("transition", pair),) for pair in pairs]
    return await try_scripts(caller, "state", RULES, scripts)


def _judge(script: Script, answers: Sequence[Answer]) -> Steps:
    return judge_each(script, answers, _judge_move)


def _judge_move(call: Call, answer: Answer) -> Step:
    current, target = map(RunStatus, map(str, call.args))
    legal = target in LEGAL[current]
    said, expected = f"transition({current}, {target})", str(target) if legal else "ValueError"
    return answered(call, said, expected, answer, _breach(target, answer, legal=legal))


def _breach(target: RunStatus, answer: Answer, *, legal: bool) -> Breach | None:
    if answer.raised is not None:
        if "ValueError" not in answer.raised.kinds:
            return raises(answer)
        return Breach("refuses a legal move") if legal else None
    if not is_status(answer.value):
        return WRONG_TYPE
    if not legal:
        return Breach("makes an illegal move")
    return None if answer.value == target else Breach("answers another status")


def _admits(script: Script) -> bool:
    return all(type(arg) is RunStatus for call in script for arg in call.args)


RULES = Rules(_judge, _admits, shorter, words=(RunStatus,))
