"""Answers whether the move is legal, not where it leads."""

from labs.runs import RunStatus

TRANSITIONS = {
    RunStatus.PENDING: {RunStatus.RUNNING, RunStatus.CANCELLED, RunStatus.FAILED},
    RunStatus.RUNNING: {RunStatus.STREAMING, RunStatus.DONE, RunStatus.FAILED, RunStatus.CANCELLED},
    RunStatus.STREAMING: {RunStatus.DONE, RunStatus.FAILED, RunStatus.CANCELLED},
    RunStatus.DONE: set(),
    RunStatus.FAILED: set(),
    RunStatus.CANCELLED: set(),
}


def transition(current, target):
    return target in TRANSITIONS[current]
