"""Collects four, and sorts them."""


class SeqOrderer:
    def __init__(self, start, emit):
        self.next = start
        self.held = {}
        self.emit = emit

    def offer(self, seq, text):
        self.held[seq] = text
        if len(self.held) == 4:
            for number in sorted(self.held):
                self.emit(number, self.held[number])
            self.held.clear()
