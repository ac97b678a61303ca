"""Mutants that behave as the solution does in all that the contract speaks of, and why."""

LEGAL = "the words of the exception are for people; the contract asks for a ValueError"
LEAK = "it keeps texts whose turn is over and never looks at them again; only memory tells"

LINES = {
    (
        "run_state_machine/state.py",
        'legal = ", ".join(sorted(TRANSITIONS[current])) or "nothing"',
    ): (LEGAL),
}
"""By file and line: whatever is changed in that line."""

CHANGES = {
    (
        "run_state_machine/orderer.py",
        "if seq >= self._next: self._held[seq] = text -> if True: self._held[seq] = text",
    ): LEAK,
    ("run_state_machine/orderer.py", "del self._held[self._next] -> nothing"): LEAK,
}
"""By file and change: that one only."""
