"""The order of things is a generator's; offering is sending."""

from collections.abc import Callable, Generator


def ordered(start: int, emit: Callable[[int, str], None]) -> Generator[None, tuple[int, str], None]:
    held: dict[int, str] = {}
    while True:
        seq, text = yield
        if seq >= start:
            held[seq] = text
        while start in held:
            emit(start, held.pop(start))
            start += 1


class SeqOrderer:
    def __init__(self, start: int, emit: Callable[[int, str], None]) -> None:
        self._ordered = ordered(start, emit)
        next(self._ordered)

    def offer(self, seq: int, text: str) -> None:
        self._ordered.send((seq, text))
