"""Each new waiter starts all anew."""

state = {}


class SeqOrderer:
    def __init__(self, start, emit):
        state.update(next=start, held={}, emit=emit)

    def offer(self, seq, text):
        if seq >= state["next"]:
            state["held"][seq] = text
        while state["next"] in state["held"]:
            state["emit"](state["next"], state["held"].pop(state["next"]))
            state["next"] += 1
