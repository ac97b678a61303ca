"""Keeps what is early, and never looks there again."""

class SeqOrderer:
    def __init__(self, start, emit):
        self.next = start
        self.emit = emit
        self.held = {}

    def offer(self, seq, text):
        if seq == self.next:
            self.emit(seq, text)
            self.next += 1
        elif seq > self.next:
            self.held[seq] = text
