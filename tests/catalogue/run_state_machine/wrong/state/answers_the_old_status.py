"""The move is made, and the old status is answered."""

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
    if target not in TRANSITIONS[current]:
        raise ValueError(f"{current} cannot become {target}")
    return current
