"""Day 10: the buffer of a client that reads slowly: bounded, and nothing that matters is lost.

The rule: two deltas are joinable if they stand side by side in the buffer, are of one response,
and `a.seq + 1 == b.first_seq`: the text joined, `first_seq` of the first, `seq` and `at` of the
last. After every `put`, if more than `limit` deltas are held, no two joinable ones are left. Every
other event is kept, in its place. `take` gives a new list and empties the buffer; folding it gives
the same state as folding all that was put. Each response's events are put in rising seq, none
twice, holes possible. No event is changed in place.
"""

from labs.protocol import Event


class ClientBuffer:
    """Holds a client's events until it reads them; joins deltas when there are too many."""

    def __init__(self, limit: int) -> None:
        """Begin empty; more than `limit` deltas (1 or more) are not held apart."""
        self._events: list[Event] = []

    @property
    def held(self) -> int:
        """How many events are held."""
        return len(self._events)

    def put(self, event: Event) -> None:
        """Take the next event of some response."""
        # Naive: memory is cheap. About 30 lines for the whole class.
        self._events.append(event)

    def take(self) -> list[Event]:
        """Give everything that is held, in order."""
        taken, self._events = self._events, []
        return taken
