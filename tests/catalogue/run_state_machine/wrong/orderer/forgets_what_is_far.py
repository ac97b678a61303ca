"""Tidies up as it goes on: what is a thousand ahead will come again."""


class SeqOrderer:
    def __init__(self, start, emit):
        self.next = start
        self.held = {}
        self.emit = emit

    def offer(self, seq, text):
        if seq >= self.next:
            self.held[seq] = text
        if seq != self.next:
            return
        while self.next in self.held:
            self.emit(self.next, self.held.pop(self.next))
            self.next += 1
        for far in [seq for seq in self.held if seq > self.next + 1_000]:
            del self.held[far]
