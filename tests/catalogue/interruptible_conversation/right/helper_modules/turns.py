"""What was begun is remembered next door."""

from memory import Once


class TurnBuffer:
    def __init__(self):
        self.turn, self.text, self._once = None, "", Once()

    def begin(self, turn_id):
        if not self._once.is_first(turn_id):
            return False
        self.turn, self.text = turn_id, ""
        return True

    def append(self, turn_id, text):
        if turn_id == self.turn:
            self.text += text
        return turn_id == self.turn
