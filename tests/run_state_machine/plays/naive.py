"""The naive answers of the notebooks: what a student sees going wrong."""

from collections.abc import Callable


class PassThrough:
    def __init__(self, start: int, emit: Callable[[int, str], None]) -> None:
        self.offer = emit


class Mute:
    def __init__(self, start: int, emit: Callable[[int, str], None]) -> None:
        """Forget it all."""

    def offer(self, seq: int, text: str) -> None:
        """Show nothing."""


class DropsEarly:
    """Shows nothing out of place, and throws away whatever comes too early."""

    def __init__(self, start: int, emit: Callable[[int, str], None]) -> None:
        self.next, self.emit = start, emit

    def offer(self, seq: int, text: str) -> None:
        if seq == self.next:
            self.next += 1
            self.emit(seq, text)


def from_the_start(last_event_id: str | None) -> int:
    return 0
