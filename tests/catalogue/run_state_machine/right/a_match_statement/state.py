"""No table: a match statement."""

from labs.runs import RunStatus


def transition(current: RunStatus, target: RunStatus) -> RunStatus:
    match (current, target):
        case (RunStatus.PENDING, RunStatus.RUNNING | RunStatus.CANCELLED | RunStatus.FAILED):
            return target
        case (RunStatus.RUNNING, RunStatus.STREAMING):
            return target
        case (
            RunStatus.RUNNING | RunStatus.STREAMING,
            RunStatus.DONE | RunStatus.FAILED | RunStatus.CANCELLED,
        ):
            return target
    raise ValueError
