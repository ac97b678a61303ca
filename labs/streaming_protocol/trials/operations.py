"""The operation ledger, tried directly: every short order of begins and finishes."""

import itertools
from collections.abc import Iterator, Sequence

from labs.calls import Call, Caller, Odd, Value
from labs.protocol import Begin, Json
from labs.scripts import Script
from labs.specs import Manner, rules_of
from labs.streaming_protocol.trials.telling import differ, tell
from labs.trials import Finding, try_scripts


class OperationLedger:
    """The rule, written down as plainly as can be."""

    def __init__(self) -> None:
        self.begun: dict[str, str] = {}
        self.finished: dict[str, Json] = {}

    def begin(self, operation_id: str, fingerprint: str) -> tuple[Begin, Json]:
        """In the order in which the rule says it."""
        if operation_id not in self.begun:
            self.begun[operation_id] = fingerprint
            return Begin.NEW, None
        if self.begun[operation_id] != fingerprint:
            return Begin.CONFLICT, None
        if operation_id in self.finished:
            return Begin.DONE, self.finished[operation_id]
        return Begin.IN_DOUBT, None

    def finish(self, operation_id: str, result: Json) -> None:
        """Once, or again with the same."""
        if operation_id not in self.begun:
            raise ValueError("never begun")
        if self.finished.setdefault(operation_id, result) != result:
            raise ValueError("another result")


async def try_operations(caller: Caller) -> Finding | None:
    """Orders of up to three calls, then results of every kind, odd ids, and two ledgers."""
    return await try_scripts(caller, "operations", RULES, [*map(_kept, _orders()), _TWO])


def _begin(operation_id: str, fingerprint: str = "f1", on: str = "first") -> Call:
    return Call("begin", (operation_id, fingerprint), on=on)


def _finish(operation_id: str, result: Json = "sent", on: str = "first") -> Call:
    return Call("finish", (operation_id, result), on=on)


_NEW = Call("OperationLedger", keep="first")
_CALLS = (
    *(_begin("o1"), _finish("o1"), _begin("o1", "f2"), _finish("o1", "lost")),
    *(_begin("o2"), _finish("o2")),
)
_FALSY: tuple[Json, ...] = (None, False, 0, "", [], {})
_TEXTS = ("None", "\u20ac \U0001f469\u200d", "failed")
_RESULTS: tuple[Json, ...] = (
    True,
    -1.5,
    [1, "a", None],
    [[]],
    {"error": "no such address"},
    {"b": [{"c": 2}], "a": 1},
    {"": None},
)
_FAILURES: tuple[Json, ...] = ({"ok": False}, {"status": "failed"}, {"failed": True})
_NEARLY: tuple[tuple[Json, Json], ...] = (
    ({"a": 1}, {"a": 2}),
    ({"a": 1}, {"b": 1}),
    ([{"a": 1}], [{"a": 2}]),
    (None, False),
    (0, None),
    (1.5, 1),
)
"""Two results each that look alike and are not equal; False and 0 are, in Python."""


def _kept(order: Sequence[Call]) -> Script:
    return (_NEW, *order)


def _orders() -> Iterator[Sequence[Call]]:
    for length in range(3):
        yield from itertools.product(_CALLS, repeat=length)
    for rest in itertools.product(_CALLS, repeat=2):
        yield (_begin("o1"), *rest, _begin("o1"))
    for result in (*_FALSY, *_RESULTS, *_TEXTS):
        again: tuple[Call, ...] = (_finish("o1", result), _begin("o1"))
        yield (_begin("o1"), *again, *again, _begin("o1", "f2"), _finish("o1", "other"), *again)
    # One result for another, such as are taken for none, or for the same.
    empty: list[Json] = [None, "", [], {}, "None"]
    for one, other in (*itertools.combinations(empty, 2), *_NEARLY):
        yield (_begin("o1"), _finish("o1", one), _finish("o1", other), _begin("o1"))
    for result in _FAILURES:
        yield (_begin("o1"), _finish("o1", result), _begin("o1"))
    yield from _LONGER


_SAME: tuple[Json, Json] = ({"a": 1, "b": [2, {"c": 3}]}, {"b": [2, {"c": 3}], "a": 1})
UP: list[Json] = [*range(200)]
_LONG = "ha " * 2_000
DIGITS = "5d41" * 16
"""As long as a hash; what looks at its beginning only does not see where another one differs."""
_MANY = [f"o{number}" for number in range(40)]
_REFUSED = (_begin("o1", "f2"), _begin("o2", "f2"), _begin("o1", "f3"), _begin("o1", "f2"))
_LONGER: list[list[Call]] = [
    # A conflict changes nothing: neither the first fingerprint nor what is known of the result.
    [_begin("o1"), _begin("o1", "f2"), _begin("o1", "f2"), _begin("o1"), _finish("o1")],
    [_begin("o1"), _finish("o1"), _begin("o1", "f2"), _begin("o1", "f2"), _begin("o1")],
    [_begin("o1", "f2"), _begin("o1"), _finish("o1", 1), _begin("o1"), _begin("o1", "f2")],
    [_begin("o1"), _begin("o1"), _begin("o1"), _finish("o1"), _begin("o1"), _begin("o1")],
    # The same fingerprint is no reason: two mails of one text are two mails.
    [_begin("o1"), _begin("o2"), _finish("o2", 2), _begin("o1"), _finish("o1", 1), _begin("o2")],
    # Ids and fingerprints are opaque, and an empty one is one.
    [_begin("", ""), _begin("", ""), _begin("", "f1"), _finish("", ""), _begin("", "")],
    [_begin("o1", ""), _begin("o1"), _finish("o1"), _begin("o1"), _begin("o1", "")],
    [_begin("o1"), _begin("O1"), _begin("o1 "), _begin("o"), _begin("1"), _begin("01")],
    [_begin("o1", "f1"), _begin("o1", "F1"), _begin("o1", "f1 "), _begin("o1", "f")],
    [_begin("a:b", "c"), _begin("a", "b:c"), _begin("ab", "c"), _begin("a", "bc")],
    [_begin("o1"), _finish("o1", _SAME[0]), _finish("o1", _SAME[1]), _begin("o1")],
    [_begin("o1"), _finish("o1", UP), _finish("o1", UP[::-1]), _begin("o1")],
    [_begin("o1"), _finish("o1", 1), _finish("o1", "1"), _begin("o1")],
    [_begin("o1"), _finish("o1", _LONG), _finish("o1", f"{_LONG}!"), _begin("o1")],
    [_begin("o1", f"{DIGITS}a"), _begin("o1", f"{DIGITS}b"), _begin("o1", f"{DIGITS}a")],
    [_begin(f"{DIGITS}a"), _begin(f"{DIGITS}b"), _finish(f"{DIGITS}b"), _begin(f"{DIGITS}a")],
    # Two of them refused, and one in two ways: of each its own first fingerprint counts.
    [_begin("o1"), _begin("o2"), *_REFUSED, _begin("o1"), _begin("o2"), *_REFUSED[:2]],
    # After a refused finish nothing is known of it.
    [_finish("o1"), _begin("o1"), _begin("o1"), _finish("o1", "late"), _begin("o1")],
    # However many have been begun since.
    [*map(_begin, _MANY), _begin("o0"), *map(_finish, _MANY), _begin("o0"), _begin(_MANY[-1])],
]
_TWO: Script = (
    _NEW,
    Call("OperationLedger", keep="second"),
    _begin("o1"),
    _begin("o1", "f2", "second"),
    _finish("o1", "sent"),
    _begin("o1", "f2", "second"),
    _finish("o1", "lost", "second"),
    _begin("o1"),
    _begin("o1", "f2", "second"),
)


def _alike(value: Value, other: Value | Odd) -> bool:
    """A word of ours and anything: what is remembered may be any JSON."""
    return isinstance(other, tuple) and len(other) == 2 and type(other[0]) is str


def _admits(call: Call) -> bool:
    texts = call.args[:1] if call.name == "finish" else call.args
    return all(type(text) is str for text in texts)


RULES = rules_of(
    {"OperationLedger": OperationLedger},
    _admits,
    manner=Manner(silent=("finish",), alike=_alike, watched=("finish",), tell=tell, differ=differ),
)
