"""The orderer is its own buffer."""

from itertools import count, takewhile


class SeqOrderer(dict):
    def __init__(self, start, emit):
        super().__init__()
        self.start = start
        self.emit = emit

    def offer(self, seq, text):
        if seq >= self.start:
            self[seq] = text
        for number in takewhile(self.__contains__, count(self.start)):
            self.emit(number, self[number])
            del self[number]
            self.start = number + 1
