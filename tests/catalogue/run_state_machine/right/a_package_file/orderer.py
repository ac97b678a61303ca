from . import advance


class SeqOrderer:
    def __init__(self, start, emit):
        self.next, self.emit, self.held = start, emit, {}

    def offer(self, seq, text):
        if seq >= self.next:
            self.held[seq] = text
        self.next = advance(self.held, self.next, self.emit)
