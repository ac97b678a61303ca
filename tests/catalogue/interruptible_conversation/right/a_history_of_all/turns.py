"""Everything that happens is written down, and read again whenever somebody asks."""


class TurnBuffer:
    def __init__(self):
        self.log = []

    def _read(self):
        turn, text, begun = None, "", []
        for what, *rest in self.log:
            if what == "begin" and rest[0] not in begun:
                turn, text = rest[0], ""
                begun.append(turn)
            elif what == "append" and turn is not None and rest[0] == turn:
                text += rest[1]
        return turn, text, begun

    turn = property(lambda self: self._read()[0])
    text = property(lambda self: self._read()[1])

    def begin(self, turn_id):
        is_new = turn_id not in self._read()[2]
        self.log.append(("begin", turn_id))
        return is_new

    def append(self, turn_id, text):
        self.log.append(("append", turn_id, text))
        return turn_id == self.turn
