"""Day 6: the buffer of the turn that is on the screen.

The rule: `begin` of a turn never begun makes it the current one and clears the text: True. Of the
current turn, or of one once superseded: False, nothing changes. `append` adds to the current turn
only: True, for an empty text too; for any other, or before the first `begin`: False, nothing
changes. Before the first turn `turn` is None and `text` is empty.
"""


class TurnBuffer:
    """Shows one turn at a time; what belongs to another one never reaches the screen."""

    def __init__(self) -> None:
        """Begin with no turn."""
        self.turn: str | None = None
        self.text = ""
        self._begun: set[str] = set()

    def begin(self, turn_id: str) -> bool:
        """Make a new turn the current one; whether it was new."""
        if turn_id in self._begun:
            return False
        self._begun.add(turn_id)
        self.turn, self.text = turn_id, ""
        return True

    def append(self, turn_id: str, text: str) -> bool:
        """Add text that belongs to that turn; whether it was the current one."""
        # The turn is known by its id, never by the order in which things happen to arrive.
        if turn_id != self.turn:
            return False
        self.text += text
        return True
