"""Setting the same status once more does no harm."""

from labs.runs import RunStatus

TRANSITIONS = {
    RunStatus.PENDING: {
        RunStatus.RUNNING,
        RunStatus.CANCELLED,
        RunStatus.FAILED,
        RunStatus.PENDING,
    },
    RunStatus.RUNNING: {
        RunStatus.STREAMING,
        RunStatus.DONE,
        RunStatus.FAILED,
        RunStatus.CANCELLED,
        RunStatus.RUNNING,
    },
    RunStatus.STREAMING: {
        RunStatus.DONE,
        RunStatus.FAILED,
        RunStatus.CANCELLED,
        RunStatus.STREAMING,
    },
    RunStatus.DONE: {RunStatus.DONE},
    RunStatus.FAILED: {RunStatus.FAILED},
    RunStatus.CANCELLED: {RunStatus.CANCELLED},
}


def transition(current, target):
    if target not in TRANSITIONS[current]:
        raise ValueError(f"{current} cannot become {target}")
    return target
