"""Properties over a dictionary that keeps its order: the last turn is the current one."""


class TurnBuffer:
    def __init__(self):
        self._texts = {}

    @property
    def turn(self):
        return next(reversed(self._texts), None)

    @property
    def text(self):
        return "".join(self._texts[self.turn]) if self._texts else ""

    def begin(self, turn_id):
        is_new = turn_id not in self._texts
        self._texts.setdefault(turn_id, [])
        return is_new

    def append(self, turn_id, text):
        if not self._texts or turn_id != self.turn:
            return False
        self._texts[turn_id].append(text)
        return True
