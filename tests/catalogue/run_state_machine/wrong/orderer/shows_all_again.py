"""Shows everything that is in order so far, each time."""


class SeqOrderer:
    def __init__(self, start, emit):
        self.next = start
        self.held = {}
        self.emit = emit

    def offer(self, seq, text):
        self.held.setdefault(seq, text)
        number = self.next
        while number in self.held:
            self.emit(number, self.held[number])
            number += 1
