"""White space is no text."""


class SeqOrderer:
    def __init__(self, start, emit):
        self.next = start
        self.held = {}
        self.emit = emit

    def offer(self, seq, text):
        if seq >= self.next:
            self.held[seq] = text
        while self.next in self.held:
            self.emit(self.next, self.held.pop(self.next).strip())
            self.next += 1
