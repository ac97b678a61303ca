"""A heap, which may hold repeats."""

import heapq


class SeqOrderer:
    def __init__(self, start, emit):
        self._next, self._emit, self._heap = start, emit, []

    def offer(self, seq, text):
        heapq.heappush(self._heap, (seq, text))
        while self._heap and self._heap[0][0] <= self._next:
            seq, text = heapq.heappop(self._heap)
            if seq == self._next:
                self._emit(seq, text)
                self._next += 1
