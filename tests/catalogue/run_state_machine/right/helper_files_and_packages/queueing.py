import logging

log = logging.getLogger(__name__)


class Queue:
    def __init__(self, start, emit):
        self.start, self.emit, self.held = start, emit, {}

    def offer(self, seq, text):
        log.warning("offered %s", seq)
        print("offered", seq, text)
        if self.start <= seq:
            self.held[seq] = text
        while self.start in self.held:
            self.emit(self.start, self.held.pop(self.start))
            self.start += 1
