"""What is taken comes in a list that is the buffer's own, and the next one's too."""

from dataclasses import replace

from labs.protocol import Event

_DELTA = "output_text.delta"


class ClientBuffer:
    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._events: list[Event] = []
        self._out: list[Event] = []

    @property
    def held(self) -> int:
        return len(self._events)

    def put(self, event: Event) -> None:
        self._events.append(event)
        if sum(held.type == _DELTA for held in self._events) > self._limit:
            self._join()

    def take(self) -> list[Event]:
        self._out[:] = self._events
        self._events.clear()
        return self._out

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
