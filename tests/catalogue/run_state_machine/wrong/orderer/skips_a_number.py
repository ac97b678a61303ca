"""Counts what came, not what was shown."""


class SeqOrderer:
    def __init__(self, start, emit):
        self.next = start
        self.held = {}
        self.emit = emit

    def offer(self, seq, text):
        if seq >= self.next:
            self.held[seq] = text
        while self.next in self.held:
            self.emit(self.next, self.held.pop(self.next))
            self.next += 2
