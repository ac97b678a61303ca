from labs.protocol import Event


class ClientBuffer:
    """Joins only when somebody looks."""

    def __init__(self, limit):
        self.limit = limit
        self.events = []

    def put(self, event):
        self.events.append(event)

    @property
    def held(self):
        self._tidy()
        return len(self.events)

    def take(self):
        self._tidy()
        out = self.events
        self.events = []
        return out

    def _tidy(self):
        if sum(e.type == "output_text.delta" for e in self.events) <= self.limit:
            return
        out = []
        for e in self.events:
            last = out[-1] if out else None
            if last and last.type == e.type == "output_text.delta" and last.response_id == e.response_id and last.seq + 1 == e.first_seq:
                last.data["text"] += e.data["text"]
                object.__setattr__(last, "seq", e.seq)
                object.__setattr__(last, "at", e.at)
            else:
                out.append(e)
        self.events = out
