"""The transition table, tried directly."""

import itertools

from labs.checking import Answer, Call, Caller
from labs.run_state_machine.contract import is_status
from labs.run_state_machine.trials import Finding, finding_from
from labs.runs import RunStatus

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
    answers = await caller.call("state", [Call("transition", pair) for pair in pairs])
    for (current, target), answer in zip(pairs, answers, strict=True):
        finding = _judge_move(current, target, answer)
        if finding is not None:
            return finding
    return None


def _judge_move(current: RunStatus, target: RunStatus, answer: Answer) -> Finding | None:
    legal = target in LEGAL[current]
    refused = answer.raised is not None and "ValueError" in answer.raised.kinds
    if refused and not legal:
        return None
    if legal and answer.raised is None and answer.value == target and is_status(answer.value):
        return None
    return finding_from(
        "state",
        f"transition({current}, {target})",
        f"{target}" if legal else "ValueError",
        answer,
        right_type=refused or is_status(answer.value),
    )
