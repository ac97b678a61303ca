"""Nothing is there to be taken: it gives the list in which the next event will be."""

from dataclasses import replace

from labs.protocol import Event

_DELTA = "output_text.delta"


class ClientBuffer:
    """Holds a client's events until it reads them; joins deltas when there are too many."""

    def __init__(self, limit: int) -> None:
        """Begin empty; more than `limit` deltas (1 or more) are not held apart."""
        self._limit = limit
        self._events: list[Event] = []

    @property
    def held(self) -> int:
        """How many events are held."""
        return len(self._events)

    def put(self, event: Event) -> None:
        """Take the next event of some response."""
        self._events.append(event)
        if sum(held.type == _DELTA for held in self._events) > self._limit:
            self._join()

    def take(self) -> list[Event]:
        """Give everything that is held, in order."""
        if not self._events:
            return self._events
        taken, self._events = self._events, []
        return taken

    def _join(self) -> None:
        joined: list[Event] = []
        for event in self._events:
            if joined and _joinable(joined[-1], event):
                event = _both(joined.pop(), event)
            joined.append(event)
        self._events = joined


def _joinable(one: Event, other: Event) -> bool:
    same = one.response_id == other.response_id and one.type == other.type == _DELTA
    return same and one.seq + 1 == other.first_seq


def _both(one: Event, other: Event) -> Event:
    text = f"{one.data['text']}{other.data['text']}"
    return replace(other, data={**other.data, "text": text}, first_seq=one.first_seq)
