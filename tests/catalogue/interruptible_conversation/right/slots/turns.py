"""Slots, and what was begun in a tuple."""


class TurnBuffer:
    __slots__ = ("_begun", "text", "turn")

    def __init__(self):
        self._begun, self.turn, self.text = (), None, ""

    def begin(self, turn_id):
        if turn_id in self._begun:
            return False
        self._begun += (turn_id,)
        self.turn, self.text = turn_id, ""
        return True

    def append(self, turn_id, text):
        if self._begun[-1:] != (turn_id,):
            return False
        self.text = self.text + text
        return True
