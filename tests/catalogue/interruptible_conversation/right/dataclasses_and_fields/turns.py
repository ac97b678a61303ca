"""A dataclass, each object with a set of its own."""

from dataclasses import dataclass, field


@dataclass
class TurnBuffer:
    turn: str | None = None
    text: str = ""
    _over: set[str] = field(default_factory=set, repr=False)

    def begin(self, turn_id: str) -> bool:
        if turn_id == self.turn or turn_id in self._over:
            return False
        if self.turn is not None:
            self._over.add(self.turn)
        self.turn, self.text = turn_id, ""
        return True

    def append(self, turn_id: str, text: str) -> bool:
        is_current = self.turn is not None and turn_id == self.turn
        if is_current:
            self.text += text
        return is_current
