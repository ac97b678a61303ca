"""To be called."""


class Outbox:
    def __init__(self, limit):
        self.limit = limit
        self.queue = []
        self.dropped = set()

    def pending(self):
        return sum(len(text) for _, text in self.queue)

    def put(self, turn_id, text):
        if turn_id in self.dropped:
            return False
        if len(text) > self.limit:
            raise ValueError("too long")
        if not text:
            return True
        if self.pending() + len(text) > self.limit:
            return False
        self.queue.append((turn_id, text))
        return True

    def take(self):
        taken = self.queue
        self.queue = []
        return taken

    def drop(self, turn_id):
        lost = sum(len(text) for turn, text in self.queue if turn == turn_id)
        self.queue = [pair for pair in self.queue if pair[0] != turn_id]
        self.dropped.add(turn_id)
        return lost
