"""Sorted is easier to read."""


class Outbox:
    def __init__(self, limit):
        self.limit = limit
        self.pending = 0
        self.queue = []
        self.dropped = set()

    def put(self, turn_id, text):
        if turn_id in self.dropped:
            return False
        if len(text) > self.limit:
            raise ValueError("too long")
        if not text:
            return True
        if self.pending + len(text) > self.limit:
            return False
        self.queue.append((turn_id, text))
        self.pending += len(text)
        return True

    def take(self):
        taken = sorted(self.queue)
        self.queue = []
        self.pending = 0
        return taken

    def drop(self, turn_id):
        lost = sum(len(text) for turn, text in self.queue if turn == turn_id)
        self.queue = [pair for pair in self.queue if pair[0] != turn_id]
        self.pending -= lost
        self.dropped.add(turn_id)
        return lost
