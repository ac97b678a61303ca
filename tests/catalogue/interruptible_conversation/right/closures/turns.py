"""Methods that each object is given as it is made."""


class TurnBuffer:
    turn, text = None, ""

    def __init__(self):
        over = set()

        def begin(turn_id):
            if turn_id in over:
                return False
            over.add(turn_id)
            self.turn, self.text = turn_id, ""
            return True

        def append(turn_id, text):
            if self.turn is None or turn_id != self.turn:
                return False
            self.text += text
            return True

        self.begin, self.append = begin, append
