"""State by id, and the id of what is gone is given to what is new."""

_states = {}


class SeqOrderer:
    def __init__(self, start, emit):
        self.start = start
        self.emit = emit

    def offer(self, seq, text):
        state = _states.setdefault(id(self), {"next": self.start, "held": {}})
        if seq >= state["next"]:
            state["held"][seq] = text
        while state["next"] in state["held"]:
            self.emit(state["next"], state["held"].pop(state["next"]))
            state["next"] += 1
