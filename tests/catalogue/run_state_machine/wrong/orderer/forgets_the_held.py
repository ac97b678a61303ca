"""Holds what is early and never looks at it again."""


class SeqOrderer:
    def __init__(self, start, emit):
        self.next = start
        self.held = {}
        self.emit = emit

    def offer(self, seq, text):
        if seq == self.next:
            self.emit(seq, text)
            self.next += 1
        elif seq > self.next:
            self.held[seq] = text
