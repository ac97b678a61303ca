"""Looks names up where values are asked for."""

from labs.runs import RunStatus

TRANSITIONS = {RunStatus.PENDING: ["RUNNING", "CANCELLED", "FAILED"]}


def transition(current, target):
    if target not in TRANSITIONS.get(current, []):
        raise ValueError(f"{current} -> {target}")
    return target
