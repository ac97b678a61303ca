"""A repeat is what is among the last thousand shown; nothing comes later than that."""

from collections import deque


class SeqOrderer:
    def __init__(self, start, emit):
        self.start = self.next = start
        self.held = {}
        self.shown = deque(maxlen=1_000)
        self.emit = emit

    def offer(self, seq, text):
        if seq < self.start or seq in self.shown:
            return
        if seq < self.next:
            self.emit(seq, text)
            return
        self.held[seq] = text
        while self.next in self.held:
            self.emit(self.next, self.held.pop(self.next))
            self.shown.append(self.next)
            self.next += 1
