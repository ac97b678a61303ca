"""The oldest of a hundred can go."""


class SeqOrderer:
    def __init__(self, start, emit):
        self.next = start
        self.held = {}
        self.emit = emit

    def offer(self, seq, text):
        if seq >= self.next:
            self.held[seq] = text
            while len(self.held) > 100:
                self.held.pop(next(iter(self.held)))
        while self.next in self.held:
            self.emit(self.next, self.held.pop(self.next))
            self.next += 1
