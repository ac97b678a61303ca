"""Two lists side by side, searched by halves."""

from bisect import bisect_left


class SeqOrderer:
    def __init__(self, start, emit):
        self.emit, self.next, self.seqs, self.texts = emit, start, [], []

    def offer(self, seq, text):
        at = bisect_left(self.seqs, seq)
        if seq < self.next or self.seqs[at : at + 1] == [seq]:
            return
        self.seqs.insert(at, seq)
        self.texts.insert(at, text)
        ready = 0
        while ready < len(self.seqs) and self.seqs[ready] == self.next:
            self.emit(self.next, self.texts[ready])
            self.next += 1
            ready += 1
        del self.seqs[:ready], self.texts[:ready]
