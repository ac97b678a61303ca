"""The right orderer, in steps of which a wrong one changes some."""

from collections.abc import Callable

Emit = Callable[[int, str], None]
MakeOrderer = Callable[[int, Emit], object]


class Right:
    """The rule, in steps that a mistake may change."""

    def __init__(self, start: int, emit: Emit) -> None:
        self.next = start
        self.held: dict[int, str] = {}
        self.emit = emit

    def offer(self, seq: int, text: str) -> object:
        self.take(seq, text)
        self.flush()
        return None

    def take(self, seq: int, text: str) -> None:
        if seq >= self.next:
            self.held[seq] = text

    def flush(self) -> None:
        while self.next in self.held:
            self.show()

    def show(self) -> None:
        self.emit(self.next, self.held.pop(self.next))
        self.next += 1
