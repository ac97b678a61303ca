"""What follows on is offered again."""


class SeqOrderer:
    def __init__(self, start, emit):
        self.next = start
        self.held = {}
        self.emit = emit

    def offer(self, seq, text):
        if seq > self.next:
            self.held[seq] = text
        elif seq == self.next:
            self.emit(seq, text)
            self.next += 1
            if self.next in self.held:
                self.offer(self.next, self.held.pop(self.next))
