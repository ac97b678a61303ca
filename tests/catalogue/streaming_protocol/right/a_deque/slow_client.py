from collections import deque
from copy import deepcopy
from dataclasses import replace


class ClientBuffer:
    def __init__(self, limit):
        self.limit, self.events, self.texts = limit, deque(), 0

    @property
    def held(self):
        return len(self.events)

    def put(self, event):
        self.events.append(deepcopy(event))
        self.texts += event.type == "output_text.delta"
        if self.texts > self.limit:
            old, self.events, self.texts = self.events, deque(), 0
            while old:
                self._add(old.popleft())

    def _add(self, event):
        if event.type == "output_text.delta":
            last = self.events[-1] if self.events else None
            if last and last.type == event.type and last.response_id == event.response_id:
                if last.seq == event.first_seq - 1:
                    text = last.data["text"] + event.data["text"]
                    self.events[-1] = replace(
                        event, data=dict(event.data, text=text), first_seq=last.first_seq
                    )
                    return
            self.texts += 1
        self.events.append(event)

    def take(self):
        taken = list(self.events)
        self.events.clear()
        self.texts = 0
        return taken
