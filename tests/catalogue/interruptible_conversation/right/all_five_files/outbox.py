"""A deque that is turned round once to drop."""

from collections import deque


class Outbox:
    def __init__(self, limit):
        self.room = self.limit = limit
        self.queue = deque()
        self.over = set()

    @property
    def pending(self):
        return self.limit - self.room

    def put(self, turn_id, text):
        if turn_id in self.over:
            return False
        if len(text) > self.limit:
            raise ValueError(f"{text!r} is longer than {self.limit}")
        if len(text) > self.room:
            return False
        if text:
            self.room -= len(text)
            self.queue.append((turn_id, text))
        return True

    def take(self):
        taken = []
        while self.queue:
            taken.append(self.queue.popleft())
        self.room = self.limit
        return taken

    def drop(self, turn_id):
        self.over.add(turn_id)
        before = self.room
        for _ in range(len(self.queue)):
            pair = self.queue.popleft()
            if pair[0] == turn_id:
                self.room += len(pair[1])
            else:
                self.queue.append(pair)
        return self.room - before
