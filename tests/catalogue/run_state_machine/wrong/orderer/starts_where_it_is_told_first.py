"""The first that comes is the first."""


class SeqOrderer:
    def __init__(self, start, emit):
        self.next = None
        self.held = {}
        self.emit = emit

    def offer(self, seq, text):
        if self.next is None:
            self.next = seq
        if seq >= self.next:
            self.held[seq] = text
        while self.next in self.held:
            self.emit(self.next, self.held.pop(self.next))
            self.next += 1
