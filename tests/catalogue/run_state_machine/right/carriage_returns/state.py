"""Written on Windows."""

from labs.runs import RunStatus as S

TRANSITIONS = {
    S.PENDING: {S.RUNNING, S.CANCELLED, S.FAILED},
    S.RUNNING: {S.STREAMING, S.DONE, S.FAILED, S.CANCELLED},
    S.STREAMING: {S.DONE, S.FAILED, S.CANCELLED},
    S.DONE: set(),
    S.FAILED: set(),
    S.CANCELLED: set(),
}


def transition(current, target):
	if target in TRANSITIONS[current]:
		return target
	raise ValueError("\
no such move")
