"""Gives the ready ones back instead of showing them."""


class SeqOrderer:
    def __init__(self, start, emit):
        self.next = start
        self.held = {}
        self.emit = emit

    def offer(self, seq, text):
        if seq >= self.next:
            self.held[seq] = text
        ready = []
        while self.next in self.held:
            ready.append((self.next, self.held.pop(self.next)))
            self.next += 1
        return ready
