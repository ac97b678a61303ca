"""The newest id ever seen is the current one, refused or not."""


class TurnBuffer:
    def __init__(self):
        self.turn = None
        self.text = ""
        self.begun = set()

    def begin(self, turn_id):
        is_new = turn_id not in self.begun
        self.begun.add(turn_id)
        self.turn = turn_id
        if is_new:
            self.text = ""
        return is_new

    def append(self, turn_id, text):
        if turn_id != self.turn:
            return False
        self.text += text
        return True
