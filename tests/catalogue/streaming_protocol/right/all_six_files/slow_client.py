from dataclasses import replace


class ClientBuffer:
    __slots__ = ("_limit", "_events", "held")

    def __init__(self, limit: int):
        self._limit = limit
        self._events = []
        self.held = 0

    def put(self, event) -> None:
        self._events.append(event)
        deltas = [e for e in self._events if e.type == "output_text.delta"]
        if len(deltas) > self._limit:
            self._events = list(joined(iter(self._events)))
        self.held = len(self._events)

    def take(self):
        taken, self._events, self.held = self._events, [], 0
        return taken


def joined(events):
    last = next(events)
    for event in events:
        same = last.type == event.type == "output_text.delta"
        if same and last.response_id == event.response_id and last.seq + 1 == event.first_seq:
            text = last.data["text"] + event.data["text"]
            last = replace(event, data={"text": text}, first_seq=last.first_seq)
        else:
            yield last
            last = event
    yield last
