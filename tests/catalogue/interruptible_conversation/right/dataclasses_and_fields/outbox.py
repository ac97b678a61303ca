"""A dataclass of its limit; what else it has is made for each."""

from dataclasses import dataclass, field
from typing import NamedTuple


class Held(NamedTuple):
    turn_id: str
    text: str


@dataclass
class Outbox:
    limit: int
    pending: int = field(default=0, init=False)
    held: list[Held] = field(default_factory=list, init=False)
    over: list[str] = field(default_factory=list, init=False)

    def put(self, turn_id: str, text: str) -> bool:
        size = len(text)
        if turn_id in self.over:
            return False
        if size > self.limit:
            raise ValueError
        if size and size <= self.limit - self.pending:
            self.held.append(Held(turn_id, text))
            self.pending += size
            return True
        return size == 0

    def take(self) -> list[tuple[str, str]]:
        taken = [(one.turn_id, one.text) for one in self.held]
        self.held.clear()
        self.pending = 0
        return taken

    def drop(self, turn_id: str) -> int:
        if turn_id in self.over:
            return 0
        self.over.append(turn_id)
        gone = [one for one in self.held if one.turn_id == turn_id]
        for one in gone:
            self.held.remove(one)
        lost = sum(len(one.text) for one in gone)
        self.pending -= lost
        return lost
