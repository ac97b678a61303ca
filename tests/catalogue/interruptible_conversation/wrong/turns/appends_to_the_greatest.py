"""The greatest id of all is the current one."""


class TurnBuffer:
    def __init__(self):
        self.turn = None
        self.text = ""
        self.begun = set()

    def begin(self, turn_id):
        if turn_id in self.begun:
            return False
        self.begun.add(turn_id)
        self.turn = turn_id
        self.text = ""
        return True

    def append(self, turn_id, text):
        if not self.begun or turn_id != max(self.begun):
            return False
        self.text += text
        return True
