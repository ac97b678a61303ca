"""What is ready together is shown together."""


class SeqOrderer:
    def __init__(self, start, emit):
        self.next = start
        self.held = {}
        self.emit = emit

    def offer(self, seq, text):
        if seq >= self.next:
            self.held[seq] = text
        ready = ""
        first = self.next
        while self.next in self.held:
            ready += self.held.pop(self.next)
            self.next += 1
        if self.next > first:
            self.emit(self.next - 1, ready)
