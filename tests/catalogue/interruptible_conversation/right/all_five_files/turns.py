"""Plain, and all five of them: so the whole conversation runs on these."""


class TurnBuffer:
    def __init__(self):
        self.turn = None
        self.text = ""
        self.known = {}

    def begin(self, turn_id):
        try:
            self.known[turn_id]
        except KeyError:
            self.known[turn_id] = True
            self.turn = turn_id
            self.text = ""
            return True
        return False

    def append(self, turn_id, text):
        if self.turn == turn_id:
            self.text = f"{self.text}{text}"
            return True
        else:
            return False
