"""Something that remembers."""


class Once:
    def __init__(self):
        self.seen = set()

    def is_first(self, one):
        is_new = one not in self.seen
        self.seen.add(one)
        return is_new
