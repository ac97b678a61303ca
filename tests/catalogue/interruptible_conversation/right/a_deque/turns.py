"""A deque of the turns, the newest first."""

from collections import deque


class TurnBuffer:
    def __init__(self):
        self.turns = deque()
        self.words = deque()

    @property
    def turn(self):
        return self.turns[0] if self.turns else None

    @property
    def text(self):
        return "".join(self.words)

    def begin(self, turn_id):
        if self.turns.count(turn_id):
            return False
        self.turns.appendleft(turn_id)
        self.words.clear()
        return True

    def append(self, turn_id, text):
        is_current = bool(self.turns) and self.turns[0] == turn_id
        self.words.extend([text] if is_current else [])
        return is_current
