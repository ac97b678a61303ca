"""Each turn's texts stay together."""


class Outbox:
    def __init__(self, limit):
        self.limit = limit
        self.queues = {}
        self.dropped = set()

    @property
    def pending(self):
        return sum(len(text) for texts in self.queues.values() for text in texts)

    def put(self, turn_id, text):
        if turn_id in self.dropped:
            return False
        if len(text) > self.limit:
            raise ValueError("too long")
        if not text:
            return True
        if self.pending + len(text) > self.limit:
            return False
        self.queues.setdefault(turn_id, []).append(text)
        return True

    def take(self):
        taken = [(turn, text) for turn, texts in self.queues.items() for text in texts]
        self.queues = {}
        return taken

    def drop(self, turn_id):
        self.dropped.add(turn_id)
        return sum(map(len, self.queues.pop(turn_id, [])))
