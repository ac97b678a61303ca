from itertools import islice


class SeqOrderer:
    def __init__(self, start, emit):
        self.next = start
        self.buffer = {}
        self.emit = emit

    def offer(self, seq, text):
        newest = dict(islice(reversed(self.buffer.items()), 50))
        print("offer", seq, repr(text), "next", self.next, "buffer", newest)
        if seq >= self.next:
            self.buffer[seq] = text
        while self.next in self.buffer:
            self.emit(self.next, self.buffer.pop(self.next))
            self.next += 1
