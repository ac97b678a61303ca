"""A buffer of the class is a buffer of each."""


class SeqOrderer:
    held = {}

    def __init__(self, start, emit):
        self.next = start
        self.emit = emit

    def offer(self, seq, text):
        if seq >= self.next:
            self.held[seq] = text
        while self.next in self.held:
            self.emit(self.next, self.held.pop(self.next))
            self.next += 1
