"""Rules by example: how an answer is compared with what a small implementation of ours says."""

from collections.abc import Sequence

import pytest

from labs.calls import Answer, Call, Odd, Raised, Value, Word
from labs.scripts import Script, is_broken
from labs.specs import Manner, rules_of


class Shelf:
    """Keeps things; what `put` returns is nobody's business."""

    def __init__(self) -> None:
        self.things: list[Value] = []

    def put(self, things: list[Value]) -> None:
        self.things = things

    def get(self) -> list[Value]:
        if not self.things:
            raise ValueError
        return self.things


RULES = rules_of(
    {"Shelf": Shelf}, lambda call: True, manner=Manner(silent=("put",), watched=("put",))
)
NEW = Call("Shelf", keep="first")
MIXED: Value = [1, "a", None, {"b": True}]
SCRIPT: Script = (NEW, Call("put", (MIXED,), on="first"), Call("get", on="first"))


def breach(*answers: Answer, script: Script = SCRIPT) -> str | None:
    """What breaks at the last of these answers; whether anything does is asked for as well."""
    steps = RULES.judge(script, [Answer(), *answers])
    assert RULES.holds is not None
    assert RULES.holds(script, [Answer(), *answers]) != is_broken(steps)
    last = steps[-1].breach
    return None if last is None else last.kind


def test_lists_of_many_types_are_compared_item_by_item() -> None:
    assert breach(Answer(7), Answer([1, "a", None, {"b": True}])) is None


@pytest.mark.parametrize(
    "value", [[True, "a", None, {"b": True}], [1, "a", None, {"b": 1}], [1, "a", {"b": True}], None]
)
def test_what_only_python_takes_for_equal_is_not(value: Value) -> None:
    assert breach(Answer(), Answer(value)) is not None


def test_another_type_is_fatal() -> None:
    steps = RULES.judge(SCRIPT, [Answer(), Answer(), Answer("a")])
    assert steps[-1].breach is not None
    assert steps[-1].breach.fatal


def test_arguments_stay_as_they_are() -> None:
    (_, put, get) = RULES.calls(SCRIPT)
    assert (put.watched, get.watched) == (True, False)
    assert breach(Answer(after=([1, "a", None, {"b": True}],)), Answer(MIXED)) is None
    others: list[Value | Odd] = [[], [1, "a", None, {"b": 1}], Odd("a set object")]
    for after in others:
        assert breach(Answer(after=(after,)), Answer(MIXED)) == "put changes its arguments"


def test_arguments_of_the_call_before_stay_as_they_are() -> None:
    again = (NEW, Call("put", ([1],), on="first"), Call("put", ([2],), on="first"))
    assert breach(Answer(), Answer(), script=again) is None
    found = breach(Answer(), Answer(earlier=([1, 2],)), script=again)
    assert found == "put changes an argument of the call before"


@pytest.mark.parametrize("kinds", [("ValueError",), ("Mine", "ValueError", "Exception")])
def test_an_exception_may_be_of_a_kind_of_its_own(kinds: Sequence[str]) -> None:
    empty = (NEW, Call("get", on="first"))
    assert breach(Answer(raised=Raised(tuple(kinds), "", "")), script=empty) is None
    assert breach(Answer(raised=Raised(("KeyError",), "", "")), script=empty) == "raises KeyError"
    assert breach(Answer(None), script=empty) == "get does not raise"


def test_a_time_arrives_as_a_word() -> None:
    value = Word("datetime", ("2027-01-04T09:00:00+00:00",))
    assert breach(Answer(), Answer([value, "a", None, {"b": True}])) is not None
