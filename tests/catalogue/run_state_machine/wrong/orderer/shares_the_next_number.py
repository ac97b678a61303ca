"""The next number is the same for all."""


class SeqOrderer:
    next = 0

    def __init__(self, start, emit):
        self.held = {}
        self.emit = emit

    def offer(self, seq, text):
        cls = SeqOrderer
        if seq >= cls.next:
            self.held[seq] = text
        while cls.next in self.held:
            self.emit(cls.next, self.held.pop(cls.next))
            cls.next += 1
