from dataclasses import dataclass, field, replace


@dataclass
class ClientBuffer:
    limit: int
    events: list = field(default_factory=list)
    held: int = 0

    def put(self, event):
        self.events.append(event)
        if len([e for e in self.events if e.type == "output_text.delta"]) > self.limit:
            at = 1
            while at < len(self.events):
                a, b = self.events[at - 1 : at + 1]
                text = a.type == b.type == "output_text.delta"
                if text and a.response_id == b.response_id and b.first_seq - a.seq == 1:
                    data = {"text": a.data["text"] + b.data["text"]}
                    self.events[at - 1 : at + 1] = [replace(b, first_seq=a.first_seq, data=data)]
                else:
                    at += 1
        self.held = len(self.events)

    def take(self):
        events = self.events[:]
        self.events.clear()
        self.held = 0
        return events
