"""A list holds a repeat twice."""


class SeqOrderer:
    def __init__(self, start, emit):
        self.next = start
        self.held = []
        self.emit = emit

    def offer(self, seq, text):
        if seq < self.next:
            return
        self.held.append((seq, text))
        self.held.sort()
        while self.held and self.held[0][0] <= self.next:
            number, text = self.held.pop(0)
            self.emit(number, text)
            self.next = number + 1
