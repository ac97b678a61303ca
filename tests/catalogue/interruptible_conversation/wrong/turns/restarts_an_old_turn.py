"""New is what is not on the screen just now."""


class TurnBuffer:
    def __init__(self):
        self.turn = None
        self.text = ""
        self.begun = set()

    def begin(self, turn_id):
        if turn_id == self.turn:
            return False
        self.begun.add(turn_id)
        self.turn = turn_id
        self.text = ""
        return True

    def append(self, turn_id, text):
        if turn_id != self.turn:
            return False
        self.text += text
        return True
