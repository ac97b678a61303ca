"""What all begin with belongs to the class; nothing of it can be changed in place."""


class TurnBuffer:
    turn = None
    text = ""
    begun = frozenset()

    def begin(self, turn_id):
        if turn_id in self.begun:
            return False
        self.begun = self.begun | {turn_id}
        self.turn, self.text = turn_id, ""
        return True

    def append(self, turn_id, text):
        if turn_id != self.turn:
            return False
        self.text += text
        return True
