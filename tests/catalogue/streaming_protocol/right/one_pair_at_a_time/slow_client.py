"""Joins only as many pairs as it takes to be within the limit again: the rule allows that too."""

from dataclasses import replace


class ClientBuffer:
    def __init__(self, limit):
        self.limit = limit
        self.queue = []

    def put(self, event):
        self.queue += [event]
        while self._deltas() > self.limit and self._join_one():
            pass

    def _deltas(self):
        return sum(1 for event in self.queue if event.type == "output_text.delta")

    def _join_one(self):
        for number, (a, b) in enumerate(zip(self.queue, self.queue[1:])):
            both = {a.type, b.type} == {"output_text.delta"} and a.response_id == b.response_id
            if both and b.first_seq == a.seq + 1:
                text = "".join([a.data["text"], b.data["text"]])
                joined = replace(a, seq=b.seq, at=b.at, data={"text": text})
                self.queue = self.queue[:number] + [joined] + self.queue[number + 2 :]
                return True
        return False

    def take(self):
        try:
            return self.queue
        finally:
            self.queue = []

    @property
    def held(self):
        return len(self.queue)
