"""First the text, then its number."""


class SeqOrderer:
    def __init__(self, start, emit):
        self.next = start
        self.held = {}
        self.emit = emit

    def offer(self, seq, text):
        if seq >= self.next:
            self.held[seq] = text
        while self.next in self.held:
            self.emit(self.held.pop(self.next), self.next)
            self.next += 1
