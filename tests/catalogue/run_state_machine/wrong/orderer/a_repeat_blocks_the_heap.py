"""A heap keeps the smallest on top, repeats and all."""

import heapq


class SeqOrderer:
    def __init__(self, start, emit):
        self.next = start
        self.heap = []
        self.emit = emit

    def offer(self, seq, text):
        heapq.heappush(self.heap, (seq, text))
        while self.heap and self.heap[0][0] == self.next:
            self.emit(*heapq.heappop(self.heap))
            self.next += 1
