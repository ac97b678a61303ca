"""Each once is all that is asked."""


class SeqOrderer:
    def __init__(self, start, emit):
        self.next = start
        self.held = {}
        self.emit = emit

    def offer(self, seq, text):
        if seq not in self.held:
            self.held[seq] = text
            self.emit(seq, text)
