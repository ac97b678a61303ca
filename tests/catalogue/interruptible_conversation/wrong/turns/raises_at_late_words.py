"""Late words are an error."""


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
        if turn_id != self.turn:
            raise ValueError(f"{turn_id} is not on the screen")
        self.text += text
        return True
