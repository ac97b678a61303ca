"""Asked once, remembered for ever."""

from functools import cache

from labs.runs import RunStatus

TRANSITIONS: dict[RunStatus, str] = {
    RunStatus.PENDING: "RUNNING CANCELLED FAILED",
    RunStatus.RUNNING: "STREAMING DONE FAILED CANCELLED",
    RunStatus.STREAMING: "DONE FAILED CANCELLED",
}


@cache
def transition(current: RunStatus, target: RunStatus) -> RunStatus:
    if target.name not in TRANSITIONS.get(current, "").split():
        raise ValueError(f"{current} to {target}")
    return RunStatus[target.name]
