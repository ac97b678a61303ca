"""A helper shows; the orderer only orders. Gathers first, then shows all of it."""


class _Screen:
    def __init__(self, emit):
        self.__emit = emit

    def show(self, pairs):
        for pair in pairs:
            self.__emit(*pair)


class SeqOrderer:
    """With a list that is sorted anew each time."""

    def __init__(self, start: int, emit) -> None:
        self.screen, self.start, self.waiting = _Screen(emit), start, []

    def offer(self, seq: int, text: str) -> "SeqOrderer":
        if seq >= self.start and (seq, text) not in self.waiting:
            self.waiting.append((seq, text))
            self.waiting.sort()
        ready = []
        for pair in self.waiting:
            if pair[0] != self.start + len(ready):
                break
            ready.append(pair)
        self.waiting = self.waiting[len(ready) :]
        self.start += len(ready)
        self.screen.show(ready)
        return self
