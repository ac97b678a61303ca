"""Words are let through of the id that was named last."""


class TurnBuffer:
    def __init__(self):
        self.turn = None
        self.text = ""
        self.begun = set()
        self.newest = None

    def begin(self, turn_id):
        self.newest = turn_id
        if turn_id in self.begun:
            return False
        self.begun.add(turn_id)
        self.turn = turn_id
        self.text = ""
        return True

    def append(self, turn_id, text):
        if turn_id != self.newest:
            return False
        self.text += text
        return True
