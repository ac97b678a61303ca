"""Day 1: the transition table of a run.

The rule: pending may become running, cancelled or failed; running may become streaming, done,
failed or cancelled; streaming may become done, failed or cancelled; from done, failed and
cancelled nothing leads on. No status leads to itself.
"""

from labs.runs import RunStatus

TRANSITIONS: dict[RunStatus, frozenset[RunStatus]] = {
    status: frozenset(RunStatus) for status in RunStatus
}


def transition(current: RunStatus, target: RunStatus) -> RunStatus:
    """Return `target` if the move from `current` is legal.

    Raises:
        ValueError: the move is not in the table.
    """
    # Naive: trusts whoever asks. A late worker can wake a finished run. About 15 lines.
    return target
