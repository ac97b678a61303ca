"""An end needs no row in the table."""

from labs.runs import RunStatus

TRANSITIONS = {
    RunStatus.PENDING: {RunStatus.RUNNING, RunStatus.CANCELLED, RunStatus.FAILED},
    RunStatus.RUNNING: {RunStatus.STREAMING, RunStatus.DONE, RunStatus.FAILED, RunStatus.CANCELLED},
    RunStatus.STREAMING: {RunStatus.DONE, RunStatus.FAILED, RunStatus.CANCELLED},
}


def transition(current, target):
    if target not in TRANSITIONS[current]:
        raise ValueError(f"{current} cannot become {target}")
    return target
