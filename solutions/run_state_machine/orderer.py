"""Day 2: the orderer of one waiter.

The rule: a number below the next one is discarded; one above it is held, without limit; the next
one is emitted, and with it, in the same call, all that follow on. Each exactly once, empty text
too.

It need not be clever, but in time: 5,000 offers, nearly all of them held, within 4 seconds.
"""

from collections.abc import Callable


class SeqOrderer:
    """Puts one waiter's stream back in order: 0, 1, 2, ... without holes or repeats."""

    def __init__(self, start: int, emit: Callable[[int, str], None]) -> None:
        """Begin at number `start`; `emit(seq, text)` shows a fragment to the waiter."""
        self._next = start
        self._held: dict[int, str] = {}
        self._emit = emit

    def offer(self, seq: int, text: str) -> None:
        """Take a fragment as it comes off the bus: late, early or repeated."""
        if seq >= self._next:
            self._held[seq] = text
        while self._next in self._held:
            # Forget a fragment only once it is shown: an emit that raises loses nothing.
            self._emit(self._next, self._held[self._next])
            del self._held[self._next]
            self._next += 1
