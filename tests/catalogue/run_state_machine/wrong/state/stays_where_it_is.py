"""An illegal move changes nothing, so the answer is the old status."""

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
    return target if target in TRANSITIONS[current] else current
