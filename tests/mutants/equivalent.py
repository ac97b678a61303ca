"""Mutants that behave as the solution does in all that the contract speaks of, and why."""

LEGAL = "the words of the exception are for people; the contract asks for a ValueError"
LEAK = "it keeps texts whose turn is over and never looks at them again; only memory tells"

CAST = "a cast is for the type checker"
ALWAYS_THERE = "a response that is completed has a final text"
EARLY = "deltas may be joined before there are too many"
COLON = "a key is in quotes: what stands behind it begins there, with a colon or without"

LINES = {
    (
        "run_state_machine/state.py",
        'legal = ", ".join(sorted(TRANSITIONS[current])) or "nothing"',
    ): (LEGAL),
}
"""By file and line: whatever is changed in that line."""

_DELTAS = "sum((held.type == _DELTA for held in self._events))"
CHANGES = {
    (
        "run_state_machine/orderer.py",
        "if seq >= self._next: self._held[seq] = text -> if True: self._held[seq] = text",
    ): LEAK,
    ("run_state_machine/orderer.py", "del self._held[self._next] -> nothing"): LEAK,
    ("streaming_protocol/fold.py", "(str, Json) -> (Json,)"): CAST,
    ("streaming_protocol/fold.py", "(str, Json) -> (str,)"): CAST,
    ("streaming_protocol/fold.py", "str | None -> str"): CAST,
    ("streaming_protocol/fold.py", "str | None -> None"): CAST,
    ("streaming_protocol/fold.py", "dict[str, Json] | None -> dict[str, Json]"): CAST,
    ("streaming_protocol/fold.py", "dict[str, Json] | None -> None"): CAST,
    ("streaming_protocol/record.py", "state.final or '' -> state.final"): ALWAYS_THERE,
    ("streaming_protocol/approvals.py", "':' -> ''"): COLON,
    (
        "streaming_protocol/slow_client.py",
        f"if {_DELTAS} > self._limit: self._join() -> if True: self._join()",
    ): EARLY,
    (
        "streaming_protocol/slow_client.py",
        f"{_DELTAS} > self._limit -> {_DELTAS} >= self._limit",
    ): EARLY,
    (
        "streaming_protocol/slow_client.py",
        f"{_DELTAS} > self._limit -> {_DELTAS} != self._limit",
    ): EARLY,
}
"""By file and change: that one only."""
