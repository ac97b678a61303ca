"""The turn buffer, tried directly."""

import itertools
from collections.abc import Sequence

from labs.calls import Call, Caller
from labs.scripts import Script
from labs.specs import rules_of
from labs.trials import Finding, try_scripts

_NEW = Call("TurnBuffer", keep="first")
_SEEN = (Call("turn", on="first"), Call("text", on="first"))


class TurnBuffer:
    """The rule, written down as plainly as can be."""

    def __init__(self) -> None:
        self.turn: str | None = None
        self.text = ""
        self.turns: list[str] = []

    def begin(self, turn_id: str) -> bool:
        """Only what was never begun begins."""
        is_new = turn_id not in self.turns
        if is_new:
            self.turns.append(turn_id)
            self.turn, self.text = turn_id, ""
        return is_new

    def append(self, turn_id: str, text: str) -> bool:
        """Only the last one begun grows."""
        is_current = self.turns[-1:] == [turn_id]
        if is_current:
            self.text += text
        return is_current


async def try_turns(caller: Caller) -> Finding | None:
    """Starts and words in every order, late ones and repeats; then many turns."""
    return await try_scripts(caller, "turns", RULES, _scripts())


def _scripts() -> list[Script]:
    calls = [_begin("a"), _begin("b"), _append("a", "x"), _append("b", "y"), _append("a", "")]
    orders = [order for length in range(4) for order in itertools.product(calls, repeat=length)]
    return [*[_watched(order) for order in orders], *map(_watched, _LONGER), _TWO, _watched(_ALIKE)]


def _begin(turn_id: str, on: str = "first") -> Call:
    return Call("begin", (turn_id,), on=on)


def _append(turn_id: str, text: str, on: str = "first") -> Call:
    return Call("append", (turn_id, text), on=on)


def _watched(order: Sequence[Call]) -> Script:
    return (_NEW, *order, *_SEEN)


_MANY = [f"turn {number}" for number in range(40)]
_LONGER: list[list[Call]] = [
    [_begin("a"), _append("a", " x")],
    [_begin("a"), _begin("b"), _begin("a"), _append("a", "x")],
    [_begin("a"), _begin("b"), _begin("a"), _append("b", "y")],
    # Ids are opaque: neither their order nor their looks say which came first.
    [_begin("9"), _append("9", "x"), _begin("10"), _append("10", "y"), _append("9", "z")],
    [_begin("b"), _begin("a"), _append("b", "x"), _append("a", "y"), _begin("b"), *_SEEN],
    [_begin("a"), _begin("b"), _begin("c"), _begin("a"), _append("a", "x"), _append("c", "y")],
    [_begin("a"), _append("a", "x"), _begin("b"), _begin("a"), *_SEEN, _append("b", "y")],
    [_begin(""), _append("", "x"), _append("a", "y"), _begin("")],
    [_begin("A"), _append("a", "x"), _append("A ", "y"), _append("A", "z")],
    [*map(_begin, _MANY), _begin(_MANY[0]), _begin(_MANY[20]), _append(_MANY[-1], "x")],
    [_begin("a"), *[_append("a", f"{number} ") for number in range(40)]],
]
_IDS = [f"{'0123456789' * 4}{number}" for number in range(2)]
_ALIKE = [
    # Ids that differ in their last characters, in a blank, in how an accent is written.
    *map(_begin, (*_IDS, "t", "t ", "caf\u00e9", "cafe\u0301", _IDS[0], "t", "caf\u00e9")),
    *[_append("cafe\u0301", text) for text in ("very ", "very ", "\ufb01", "e\u0301", "x" * 5_000)],
    _append("caf\u00e9", "late"),
]
_TWO: Script = (
    _NEW,
    Call("TurnBuffer", keep="second"),
    _begin("a"),
    _begin("b", "second"),
    _append("b", "y", "second"),
    _append("a", "x"),
    _begin("b"),
    *_SEEN,
    Call("turn", on="second"),
    Call("text", on="second"),
)


def _admits(call: Call) -> bool:
    return all(type(arg) is str for arg in call.args)


RULES = rules_of({"TurnBuffer": TurnBuffer}, _admits, attributes=("turn", "text"))
