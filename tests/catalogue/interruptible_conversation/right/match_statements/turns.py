"""Patterns of what is current."""


class TurnBuffer:
    def __init__(self):
        self.turn, self.text, self.older = None, "", []

    def begin(self, turn_id):
        match turn_id:
            case self.turn:
                return False
            case one if one in self.older:
                return False
        match self.turn:
            case str():
                self.older.append(self.turn)
        self.turn, self.text = turn_id, ""
        return True

    def append(self, turn_id, text):
        match turn_id:
            case self.turn:
                self.text += text
                return True
        return False
