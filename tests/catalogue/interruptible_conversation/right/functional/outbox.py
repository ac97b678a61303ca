"""The state is one tuple, and each call makes a new one."""

from functools import reduce


class Outbox:
    def __init__(self, limit):
        self._state = limit, (), frozenset()

    @property
    def pending(self):
        return reduce(lambda sum, pair: sum + len(pair[1]), self._state[1], 0)

    def put(self, turn_id, text):
        limit, pairs, over = self._state
        if turn_id not in over and len(text) > limit:
            raise ValueError
        can = turn_id not in over and self.pending + len(text) <= limit
        self._state = limit, pairs + ((turn_id, text),) * (can and text != ""), over
        return can

    def take(self):
        limit, pairs, over = self._state
        self._state = limit, (), over
        return [*pairs]

    def drop(self, turn_id):
        limit, pairs, over = self._state
        before = self.pending
        kept = tuple(pair for pair in pairs if pair[0] != turn_id)
        self._state = limit, kept, over | {turn_id}
        return before - self.pending
