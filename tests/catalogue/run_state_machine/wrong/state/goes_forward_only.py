"""Any later status will do."""

from labs.runs import RunStatus

TRANSITIONS = {
    RunStatus.PENDING: {RunStatus.RUNNING, RunStatus.CANCELLED, RunStatus.FAILED},
    RunStatus.RUNNING: {RunStatus.STREAMING, RunStatus.DONE, RunStatus.FAILED, RunStatus.CANCELLED},
    RunStatus.STREAMING: {RunStatus.DONE, RunStatus.FAILED, RunStatus.CANCELLED},
    RunStatus.DONE: set(),
    RunStatus.FAILED: set(),
    RunStatus.CANCELLED: set(),
}


ORDER = list(TRANSITIONS)


def transition(current, target):
    if ORDER.index(target) <= ORDER.index(current):
        raise ValueError(f"{current} cannot become {target}")
    return target
