"""Only done is final; failed and cancelled runs are free."""

from labs.runs import RunStatus

TRANSITIONS = {
    RunStatus.PENDING: {RunStatus.RUNNING, RunStatus.CANCELLED, RunStatus.FAILED},
    RunStatus.RUNNING: {RunStatus.STREAMING, RunStatus.DONE, RunStatus.FAILED, RunStatus.CANCELLED},
    RunStatus.STREAMING: {RunStatus.DONE, RunStatus.FAILED, RunStatus.CANCELLED},
    RunStatus.DONE: set(),
    RunStatus.FAILED: {
        RunStatus.PENDING,
        RunStatus.RUNNING,
        RunStatus.STREAMING,
        RunStatus.DONE,
        RunStatus.CANCELLED,
    },
    RunStatus.CANCELLED: {
        RunStatus.PENDING,
        RunStatus.RUNNING,
        RunStatus.STREAMING,
        RunStatus.DONE,
        RunStatus.FAILED,
    },
}


def transition(current, target):
    if target not in TRANSITIONS[current]:
        raise ValueError(f"{current} cannot become {target}")
    return target
