"""A transition table under watch: any function as the system's table, and a note of each move.

Knows that every status is written through one function, so one function is all that needs to be
watched. A play needs some moves to get anywhere: a table that refuses one of them says so
instead of letting the play wait for ever.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from labs.calls import Told
from labs.runs import RunStatus

Table = Callable[[RunStatus, RunStatus], object]
"""A student's `transition`, whatever its name and whatever it answers."""

Move = tuple[RunStatus, RunStatus]

NEEDED: tuple[Move, ...] = (
    (RunStatus.PENDING, RunStatus.RUNNING),
    (RunStatus.RUNNING, RunStatus.STREAMING),
    (RunStatus.STREAMING, RunStatus.DONE),
    (RunStatus.STREAMING, RunStatus.CANCELLED),
)


class Stuck(Told):
    """A legal move was refused, and so no run gets through."""


@dataclass
class Noted:
    """A table that keeps in `moves` what it is asked; `tell` is called when a move is allowed."""

    table: Table
    moves: list[Move] = field(default_factory=list)
    tell: Callable[[], None] | None = None

    @property
    def __name__(self) -> str:
        """What a stage knows the table by."""
        return "transition"

    def __call__(self, current: RunStatus, target: RunStatus) -> object:
        """The table's answer, or the exception that it raises."""
        self.moves.append((current, target))
        answer = self._answer(current, target)
        if self.tell is not None:
            self.tell()
        return answer

    def _answer(self, current: RunStatus, target: RunStatus) -> object:
        needed = (current, target) in NEEDED
        try:
            answer = self.table(current, target)
        except ValueError as error:
            if needed:
                raise Stuck(f"the move is legal, and without it no run ends: {error}") from error
            raise
        if needed and isinstance(answer, str) and answer != target:
            raise Stuck(f"the answer is written down as the new status, and it is {answer}")
        return answer
