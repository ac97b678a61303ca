"""An outbox is a list, with a set beside it."""


class Turns(set):
    def __missing__(self, one):
        return False


class Outbox(list):
    def __init__(self, limit):
        super().__init__()
        self.limit, self.over = limit, Turns()

    @property
    def pending(self):
        return sum(len(text) for _, text in self)

    def put(self, turn_id, text):
        if turn_id in self.over:
            return False
        if len(text) > self.limit:
            raise Unfit(text)
        if self.pending + len(text) > self.limit:
            return False
        if text:
            super().append((turn_id, text))
        return True

    def take(self):
        taken = list(self)
        self.clear()
        return taken

    def drop(self, turn_id):
        self.over |= {turn_id}
        lost = 0
        for pair in list(self):
            if pair[0] == turn_id:
                self.remove(pair)
                lost += len(pair[1])
        return lost


class Unfit(ValueError):
    pass
