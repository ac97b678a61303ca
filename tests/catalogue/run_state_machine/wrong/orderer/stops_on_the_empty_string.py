"""A text that is empty is no text."""


class SeqOrderer:
    def __init__(self, start, emit):
        self.next = start
        self.held = {}
        self.emit = emit

    def offer(self, seq, text):
        if seq >= self.next:
            self.held[seq] = text
        while text := self.held.get(self.next):
            self.emit(self.next, text)
            self.next += 1
