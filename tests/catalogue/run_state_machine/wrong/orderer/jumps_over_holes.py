"""What is early is shown, and what it jumped over is late."""


class SeqOrderer:
    def __init__(self, start, emit):
        self.next = start
        self.held = {}
        self.emit = emit

    def offer(self, seq, text):
        if seq >= self.next:
            self.emit(seq, text)
            self.next = seq + 1
