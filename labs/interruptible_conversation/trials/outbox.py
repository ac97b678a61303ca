"""The outbox, tried directly."""

import itertools
import random
from collections.abc import Sequence

from labs.calls import Call, Caller
from labs.scripts import Script
from labs.specs import rules_of
from labs.trials import Finding, try_scripts

_SEEN = (Call("pending", on="first"), Call("take", on="first"), Call("pending", on="first"))


class Outbox:
    """The rule, written down as plainly as can be."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.queue: list[tuple[str, str]] = []
        self.dropped: list[str] = []

    @property
    def pending(self) -> int:
        """What is held, counted afresh."""
        return sum(len(text) for _, text in self.queue)

    def put(self, turn_id: str, text: str) -> bool:
        """In the order in which the rule says it."""
        if turn_id in self.dropped:
            return False
        if len(text) > self.limit:
            raise ValueError("too long")
        if self.pending + len(text) > self.limit:
            return False
        if text:
            self.queue.append((turn_id, text))
        return True

    def take(self) -> list[tuple[str, str]]:
        """All of it."""
        taken, self.queue = self.queue, []
        return taken

    def drop(self, turn_id: str) -> int:
        """That turn's, now and ever after."""
        before = self.pending
        self.queue = [pair for pair in self.queue if pair[0] != turn_id]
        self.dropped.append(turn_id)
        return before - self.pending


async def try_outbox(caller: Caller, seed: int) -> Finding | None:
    """Every short order of puts, takes and drops; then long ones by chance, of that seed."""
    return await try_scripts(caller, "outbox", RULES, _scripts(seed))


def _put(turn_id: str, text: str) -> Call:
    return Call("put", (turn_id, text), on="first")


def _drop(turn_id: str) -> Call:
    return Call("drop", (turn_id,), on="first")


_TAKE = Call("take", on="first")
_CALLS = (
    *(_put("a", "x"), _put("b", "yy"), _put("a", ""), _put("a", "xxxx"), _put("b", "\u00e9\u20ac")),
    *(_TAKE, _drop("a"), _drop("b")),
)


def _scripts(seed: int) -> list[Script]:
    dice = random.Random(f"outbox:{seed}")
    orders: list[Sequence[Call]] = [
        order for length in range(3) for order in itertools.product(_CALLS, repeat=length)
    ]
    chances = [_by_chance(dice) for _ in range(12)]
    return [*[_held(order) for order in [*orders, *_LONGER]], *chances, _TWO, _held(_ALIKE, 9)]


def _held(order: Sequence[Call], limit: int = 3) -> Script:
    return (Call("Outbox", (limit,), keep="first"), *order, *_SEEN)


def _by_chance(dice: random.Random) -> Script:
    turns, order = ["a", "b", "c"], list[Call]()
    for _ in range(14):
        turn_id = dice.choice(turns)
        text = dice.choice("xyz") * dice.choice((0, 1, 2, 3, 5))
        order.append(dice.choice((_put(turn_id, text),) * 6 + (_TAKE, _drop(turn_id))))
        order.append(Call("pending", on="first"))
    return _held(order, limit=7)


_ALIKE = [
    # Ids that begin alike, or differ in a capital or a blank: they name different turns.
    *[_put(turn_id, "x") for turn_id in ("a", "ab", "A", "a ", "", "b")],
    *(_drop("a"), _put("ab", "y"), _put("A", "y"), _put("a ", "y"), _TAKE, _drop("")),
    *[_drop(f"turn {number}") for number in range(120)],
    *[_put(turn_id, "z") for turn_id in ("", "a", "turn 0", "turn 60", "A", "ab", "turn 120")],
]
_LONGER: list[list[Call]] = [
    # Longer ids: of one letter, Python has but one copy, and to be equal is to be the same.
    [_put("t1", "x"), _put("t2", "y"), _drop("t1"), _put("t1", "x")],
    [_put("a", "xxx")],
    [_drop("a"), _TAKE, _put("a", "x")],
    [_drop("a"), _drop("b"), _put("a", "x")],
    [_put("a", "x"), _put("a", "y"), _drop("a")],
    [_put("a", "x"), _put("a", "x"), _put("b", "y"), _drop("a"), _drop("a")],
    [_put("a", "x"), _put("b", "y"), _put("a", "z"), _put("b", "x"), _TAKE, _put("b", "x")],
    [_put("a", "x"), _put("b", "yy"), _drop("a"), _put("c", "x"), _put("a", ""), _put("a", "y")],
    [
        _put("a", "xx"),
        _put("b", "yy"),
        _put("b", "y"),
        _put("b", "yy"),
        _drop("b"),
        _put("c", "xx"),
    ],
    # What has been taken is gone: neither dropped nor sent again.
    [_put("a", "xx"), _TAKE, _drop("a"), _TAKE, _drop("a"), _put("b", "yyy")],
    [_put("a", "xxx"), _put("a", "y"), _TAKE, _put("a", "y"), _put("a", "x")],
    [_put("a", "x"), _drop("a"), _put("a", "xxxx"), _put("b", "xxxx"), _put("b", "xxx")],
    [_put("a", "xxx"), _put("b", "xxxx"), _put("b", ""), _drop("b"), _put("b", "")],
    [_put("a", "\n"), _put("a", " "), _put("a", "\0"), _put("a", "x")],
]
_TWO: Script = (
    Call("Outbox", (3,), keep="first"),
    Call("Outbox", (2,), keep="second"),
    _put("a", "xx"),
    Call("put", ("a", "y"), on="second"),
    _drop("a"),
    Call("put", ("a", "z"), on="second"),
    Call("pending", on="second"),
    Call("take", on="second"),
    *_SEEN,
)


def _admits(call: Call) -> bool:
    if call.name == "Outbox":
        return all(type(arg) is int and 1 <= arg <= 1_000_000 for arg in call.args)
    return all(type(arg) is str for arg in call.args)


RULES = rules_of({"Outbox": Outbox}, _admits, attributes=("pending",))
