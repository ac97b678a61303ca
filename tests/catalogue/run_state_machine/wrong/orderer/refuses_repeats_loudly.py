"""A repeat is a mistake of somebody's."""


class SeqOrderer:
    def __init__(self, start, emit):
        self.next = start
        self.held = {}
        self.emit = emit

    def offer(self, seq, text):
        if seq < self.next or seq in self.held:
            raise ValueError(f"{seq} came twice")
        self.held[seq] = text
        while self.next in self.held:
            self.emit(self.next, self.held.pop(self.next))
            self.next += 1
