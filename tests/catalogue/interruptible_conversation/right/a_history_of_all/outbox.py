"""Nothing is ever removed from the list: a mark says how far it was taken."""


class Outbox:
    def __init__(self, limit):
        self.limit, self.log, self.taken, self.over = limit, [], 0, {}

    @property
    def held(self):
        return [
            pair for at, pair in enumerate(self.log) if at >= max(self.taken, self.over.get(pair[0], 0))
        ]

    @property
    def pending(self):
        return sum(len(text) for _, text in self.held)

    def put(self, turn_id, text):
        if turn_id in self.over:
            return False
        if len(text) > self.limit:
            raise ValueError("too long")
        if not text:
            return True
        if self.limit - self.pending < len(text):
            return False
        self.log.append((turn_id, text))
        return True

    def take(self):
        taken, self.taken = self.held, len(self.log)
        return taken

    def drop(self, turn_id):
        lost = sum(len(text) for turn, text in self.held if turn == turn_id)
        self.over[turn_id] = len(self.log)
        return lost
