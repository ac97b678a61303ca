"""A ring of 8,192 places, for nobody is further ahead."""

SIZE = 8_192


class SeqOrderer:
    def __init__(self, start, emit):
        self.next = start
        self.ring = [None] * SIZE
        self.emit = emit

    def offer(self, seq, text):
        if seq >= self.next:
            self.ring[seq % SIZE] = text
        while (held := self.ring[self.next % SIZE]) is not None:
            self.ring[self.next % SIZE] = None
            self.emit(self.next, held)
            self.next += 1
