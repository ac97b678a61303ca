"""Takes by a generator that goes on until nothing is left."""


class Outbox:
    def __init__(self, limit):
        self.limit, self.pending, self._pairs, self._over = limit, 0, [], {}

    def put(self, turn_id, text):
        for answer in self._answers(turn_id, text):
            return answer
        self._pairs.append((turn_id, text))
        self.pending += len(text)
        return True

    def _answers(self, turn_id, text):
        if self._over.get(turn_id, False):
            yield False
        if len(text) > self.limit:
            raise ValueError("it never fits")
        if text == "":
            yield True
        if self.pending > self.limit - len(text):
            yield False

    def _taking(self):
        while self._pairs:
            turn_id, text = self._pairs.pop(0)
            self.pending -= len(text)
            yield turn_id, text

    def take(self):
        return list(self._taking())

    def drop(self, turn_id):
        self._over[turn_id] = True
        kept = [pair for pair in self._taking() if pair[0] != turn_id or self._lose(pair[1])]
        self._pairs, lost = kept, self.__dict__.pop("_lost", 0)
        self.pending = sum(len(text) for _, text in kept)
        return lost

    def _lose(self, text):
        self._lost = self.__dict__.get("_lost", 0) + len(text)
