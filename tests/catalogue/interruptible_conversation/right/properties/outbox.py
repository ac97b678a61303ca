"""What is held is counted whenever somebody asks."""


class Outbox:
    def __init__(self, limit):
        self._room, self._pairs, self._over = limit, [], frozenset()

    pending = property(lambda self: len("".join(text for _, text in self._pairs)))

    def put(self, turn_id, text):
        if turn_id in self._over:
            return False
        if len(text) > self._room:
            raise ValueError(text)
        if not text:
            return True
        fits = self.pending + len(text) <= self._room
        self._pairs += [(turn_id, text)] * fits
        return fits

    def take(self):
        taken = self._pairs[:]
        del self._pairs[:]
        return taken

    def drop(self, turn_id):
        before, self._over = self.pending, self._over | {turn_id}
        self._pairs = list(filter(lambda pair: pair[0] not in self._over, self._pairs))
        return before - self.pending
