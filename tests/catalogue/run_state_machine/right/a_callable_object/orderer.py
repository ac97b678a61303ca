"""A dataclass: its fields are its arguments."""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class SeqOrderer:
    following: int
    emit: Callable[[int, str], None]
    held: dict[int, str] = field(default_factory=dict, repr=False)

    def offer(self, seq: int, text: str) -> None:
        self.held |= {seq: text} if seq >= self.following else {}
        while (text := self.held.pop(self.following, None)) is not None:
            self.emit(self.following, text)
            self.following += 1
