"""A run at work may be said to be at work again."""

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
    RunStatus.DONE: set(),
    RunStatus.FAILED: set(),
    RunStatus.CANCELLED: set(),
}


def transition(current, target):
    if target not in TRANSITIONS[current]:
        raise ValueError(f"{current} cannot become {target}")
    return target
