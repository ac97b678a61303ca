"""An illegal move is an error with a name."""

from labs.runs import RunStatus as S

TRANSITIONS = {
    S.PENDING: {S.RUNNING, S.CANCELLED, S.FAILED},
    S.RUNNING: {S.STREAMING, S.DONE, S.FAILED, S.CANCELLED},
    S.STREAMING: {S.DONE, S.FAILED, S.CANCELLED},
}


class RunError(Exception):
    """Something is wrong with a run."""


class IllegalMove(RunError, ValueError):
    """That move is not in the table."""

    def __init__(self, current: S, target: S) -> None:
        super().__init__(current, target)
        self.move = current, target

    def __str__(self) -> str:
        return "{} cannot become {}".format(*self.move)


def transition(current: S, target: S) -> S:
    try:
        (found,) = TRANSITIONS.get(current, set()) & {target}
    except ValueError:
        raise IllegalMove(current, target) from None
    return found
