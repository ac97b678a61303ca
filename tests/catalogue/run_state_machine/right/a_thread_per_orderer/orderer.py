import queue
import threading


class SeqOrderer:
    """An actor: all state belongs to one thread, and offers are messages to it."""

    def __init__(self, start, emit):
        self._inbox = queue.Queue()
        self._done = queue.Queue()
        self._emit = emit
        threading.Thread(target=self._work, args=(start,), daemon=True).start()

    def _work(self, next_seq):
        held = {}
        while True:
            seq, text = self._inbox.get()
            if seq >= next_seq:
                held[seq] = text
            while next_seq in held:
                self._emit(next_seq, held.pop(next_seq))
                next_seq += 1
            self._done.put(None)

    def offer(self, seq, text):
        self._inbox.put((seq, text))
        self._done.get()
