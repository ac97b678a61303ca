"""Wrong orderers: what they take a text, a number or a start for."""

from collections.abc import Callable
from typing import cast

from labs.run_state_machine.mistakes.orderers.right import Emit, Right


class EmptyStops(Right):
    def flush(self) -> None:
        while self.held.get(self.next):
            self.show()


class EmptyDropped(Right):
    def take(self, seq: int, text: str) -> None:
        if text:
            super().take(seq, text)


class EmptyUnshown(Right):
    def show(self) -> None:
        if text := self.held.pop(self.next):
            self.emit(self.next, text)
        self.next += 1


class Stripping(Right):
    def take(self, seq: int, text: str) -> None:
        super().take(seq, text.strip())


class Swapping(Right):
    def __init__(self, start: int, emit: Emit) -> None:
        swapped = cast(Callable[[str, int], None], emit)
        super().__init__(start, lambda seq, text: swapped(text, seq))


class TextAlone(Right):
    def __init__(self, start: int, emit: Emit) -> None:
        alone = cast(Callable[[str], None], emit)
        super().__init__(start, lambda seq, text: alone(text))


class FromZero(Right):
    def __init__(self, start: int, emit: Emit) -> None:
        super().__init__(0, emit)


class FromOneOn(Right):
    def __init__(self, start: int, emit: Emit) -> None:
        super().__init__(start + 1, emit)


class FromOneBefore(Right):
    def __init__(self, start: int, emit: Emit) -> None:
        super().__init__(max(0, start - 1), emit)


class FromTheFirst(Right):
    started = False

    def take(self, seq: int, text: str) -> None:
        if not self.started:
            self.next, self.started = seq, True
        super().take(seq, text)


class ZeroIsNothing(Right):
    def offer(self, seq: int, text: str) -> None:
        if seq:
            super().offer(seq, text)
