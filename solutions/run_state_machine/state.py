"""Day 1: the transition table of a run.

The rule: pending may become running, cancelled or failed; running may become streaming, done,
failed or cancelled; streaming may become done, failed or cancelled; from done, failed and
cancelled nothing leads on. No status leads to itself.
"""

from labs.runs import RunStatus

TRANSITIONS: dict[RunStatus, frozenset[RunStatus]] = {
    RunStatus.PENDING: frozenset({RunStatus.RUNNING, RunStatus.CANCELLED, RunStatus.FAILED}),
    RunStatus.RUNNING: frozenset(
        {RunStatus.STREAMING, RunStatus.DONE, RunStatus.FAILED, RunStatus.CANCELLED}
    ),
    RunStatus.STREAMING: frozenset({RunStatus.DONE, RunStatus.FAILED, RunStatus.CANCELLED}),
    RunStatus.DONE: frozenset(),
    RunStatus.FAILED: frozenset(),
    RunStatus.CANCELLED: frozenset(),
}


def transition(current: RunStatus, target: RunStatus) -> RunStatus:
    """Return `target` if the move from `current` is legal.

    Raises:
        ValueError: the move is not in the table.
    """
    if target not in TRANSITIONS[current]:
        legal = ", ".join(sorted(TRANSITIONS[current])) or "nothing"
        raise ValueError(f"a {current} run cannot become {target}; from {current}: {legal}")
    return target
