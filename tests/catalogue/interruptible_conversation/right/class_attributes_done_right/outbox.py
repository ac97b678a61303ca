"""Tuples of the class, replaced in each object."""


class Outbox:
    pending, pairs, over = 0, (), ()

    def __init__(self, limit):
        self.limit = limit

    def put(self, turn_id, text):
        if turn_id in self.over:
            return False
        if len(text) > self.limit:
            raise ValueError
        if not text:
            return True
        if self.pending + len(text) > self.limit:
            return False
        self.pairs += ((turn_id, text),)
        self.pending += len(text)
        return True

    def take(self):
        taken, self.pairs, self.pending = list(self.pairs), (), 0
        return taken

    def drop(self, turn_id):
        self.over += (turn_id,)
        self.pairs, before = tuple(p for p in self.pairs if p[0] != turn_id), self.pending
        self.pending = sum(len(text) for _, text in self.pairs)
        return before - self.pending
