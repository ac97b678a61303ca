"""It does what it should and says nothing."""


class TurnBuffer:
    def __init__(self):
        self.turn = None
        self.text = ""
        self.begun = set()

    def begin(self, turn_id):
        if turn_id in self.begun:
            return
        self.begun.add(turn_id)
        self.turn = turn_id
        self.text = ""


    def append(self, turn_id, text):
        if turn_id != self.turn:
            return
        self.text += text

