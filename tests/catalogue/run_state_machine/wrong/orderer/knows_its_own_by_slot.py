"""State in slots, as `id` would number them: that of what is gone is given to what is new."""

_states = []
_free = []


class SeqOrderer:
    def __init__(self, start, emit):
        self.emit = emit
        if _free:
            self.slot = _free.pop()
        else:
            self.slot = len(_states)
            _states.append({"next": start, "held": {}})

    def __del__(self):
        _free.append(self.slot)

    def offer(self, seq, text):
        state = _states[self.slot]
        if seq >= state["next"]:
            state["held"][seq] = text
        while state["next"] in state["held"]:
            self.emit(state["next"], state["held"].pop(state["next"]))
            state["next"] += 1
