"""Slots, and one list of what each turn may have, by index."""


class Outbox:
    __slots__ = ("_limit", "_over", "_texts", "_turns")

    def __init__(self, limit):
        self._limit, self._turns, self._texts, self._over = limit, [], [], []

    @property
    def pending(self):
        return sum(map(len, self._texts))

    def put(self, turn_id, text):
        if turn_id in self._over:
            return False
        if len(text) > self._limit:
            raise ValueError
        if text and self.pending + len(text) > self._limit:
            return False
        if text:
            self._turns.append(turn_id)
            self._texts.append(text)
        return True

    def take(self):
        taken = list(zip(self._turns, self._texts))
        self._turns, self._texts = [], []
        return taken

    def drop(self, turn_id):
        self._over.append(turn_id)
        lost = 0
        for at in range(len(self._turns) - 1, -1, -1):
            if self._turns[at] == turn_id:
                del self._turns[at]
                lost += len(self._texts.pop(at))
        return lost
