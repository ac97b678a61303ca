"""My answers to the first lab."""

from datetime import timedelta

from labs.runs import RunStatus

AT_WORK = {RunStatus.RUNNING, RunStatus.STREAMING}
WINDOW = timedelta(seconds=30)


def advance(held, next_seq, emit):
    """Emit what is due; the number that is next then."""
    while next_seq in held:
        emit(next_seq, held.pop(next_seq))
        next_seq += 1
    return next_seq
