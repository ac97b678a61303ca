"""A buffer is a dictionary of what was begun."""


class TurnBuffer(dict):
    turn = None

    @property
    def text(self):
        return self.get(self.turn, "")

    def begin(self, turn_id):
        if turn_id in self:
            return False
        self[turn_id] = ""
        self.turn = turn_id
        return True

    def append(self, turn_id, text):
        if turn_id != self.turn:
            return False
        self[turn_id] += text
        return True
