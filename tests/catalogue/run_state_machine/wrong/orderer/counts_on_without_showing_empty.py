"""A text that is empty need not be shown."""


class SeqOrderer:
    def __init__(self, start, emit):
        self.next = start
        self.held = {}
        self.emit = emit

    def offer(self, seq, text):
        if seq >= self.next:
            self.held[seq] = text
        while self.next in self.held:
            if text := self.held.pop(self.next):
                self.emit(self.next, text)
            self.next += 1
