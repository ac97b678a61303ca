"""Rules by example: what a small, obvious implementation of ours answers is what is expected.

Words for authors of trials. For an exercise whose right answer can be computed call by call: the
spec is asked the same calls as the student's code, here, and the answers are compared, types and
all. Knows calls, answers and steps, and no lab.
"""

import enum
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from labs.calls import Answer, Call, Odd, Value, Word, field_names, told
from labs.checking import Breach, Step
from labs.contracts import shown
from labs.performing import Performance
from labs.scripts import Rules, Script, Steps, shorter
from labs.trials import WRONG_TYPE, raises

Differ = Callable[[Value, Value], tuple[str, str]]


def _in_full(expected: Value, got: Value) -> tuple[str, str]:
    return told(expected), shown(got)


def alike(value: Value, other: Value | Odd) -> bool:
    """Whether the two are of one type, all the way down; an absent one may stand for a word."""
    if isinstance(other, Odd):
        return False
    if value is None or other is None:
        return True
    if type(value) is not type(other):
        return False
    if isinstance(value, Word) and isinstance(other, Word):
        return value.kind == other.kind and all(map(alike, value.fields, other.fields))
    if isinstance(value, list | tuple):
        pattern = cast(Sequence[Value], value)[:1]
        items = cast(Sequence[Value], other)
        return all(alike(one, item) for item in items for one in pattern)
    return True


@dataclass(frozen=True)
class Manner:
    """How the calls of an exercise are told and compared.

    `attributes` are read, not called; what the `silent` ones return is nobody's business; the
    `watched` ones must leave their arguments as they are. `tell` says an argument; `differ` an
    expected and another answer. `alike`: whether an answer is of the right type at all.
    """

    attributes: Collection[str] = ()
    silent: Collection[str] = ()
    watched: Collection[str] = ()
    tell: Callable[[Value], str] = told
    differ: Differ = _in_full
    alike: Callable[[Value, Value | Odd], bool] = alike


def rules_of(
    spec: Mapping[str, object],
    admits: Callable[[Call], bool],
    *,
    attributes: Collection[str] = (),
    words: tuple[type, ...] = (),
    simpler: Callable[[Script], Iterable[Script]] = shorter,
    manner: Manner | None = None,
) -> Rules:
    """The rules of an exercise that `spec` implements: classes and functions by their names.

    `admits` says whether a call's arguments are such as the contract allows. `attributes` are
    read, not called.
    """
    way = manner or Manner(attributes)

    def judge(script: Script, answers: Sequence[Answer]) -> Steps:
        performance = Performance(spec)
        steps: list[Step] = []
        watched: dict[str | None, Sequence[object]] = {}
        for call, answer in zip(script, answers, strict=True):
            earlier = watched.get(call.on, ())
            steps.append(_step(call, performance.answer(call), answer, way, earlier))
            if call.name in way.watched:
                watched[call.on] = call.args
            if steps[-1].breach is not None:
                break
        return tuple(steps)

    def holds(script: Script, answers: Sequence[Answer]) -> bool:
        performance = Performance(spec)
        return all(
            changed(call, answer) is None
            and not answer.earlier
            and _breach(call, performance.answer(call), answer, way) is None
            for call, answer in zip(script, answers, strict=True)
        )

    def calls(script: Script) -> Script:
        return watching(script, way.watched) if way.watched else script

    return Rules(judge, lambda script: all(map(admits, script)), simpler, words, calls, holds)


def watching(script: Script, names: Collection[str]) -> Script:
    """The script with the calls of these names watched."""
    return tuple(_watched(call) if call.name in names else call for call in script)


def _watched(call: Call) -> Call:
    return Call(call.name, call.args, call.on, call.keep, call.afresh, watched=True)


def changed(call: Call, answer: Answer, differ: Differ = _in_full) -> tuple[str, str] | None:
    """The first argument that the call has changed: as it was, and as it is."""
    return difference(call.args, answer.after, differ) if answer.after else None


def difference(
    args: Sequence[object], after: Sequence[Value | Odd], differ: Differ = _in_full
) -> tuple[str, str] | None:
    """The first of these arguments that is another one afterwards: as it was, and as it is."""
    # As many, unless somebody has tampered with how they are told.
    for arg, now in zip(map(valued, args), after, strict=False):
        if not same(arg, now):
            return (told(arg), shown(now)) if isinstance(now, Odd) else differ(arg, now)
    return None


def _step(
    call: Call, expected: Answer, answer: Answer, way: Manner, earlier: Sequence[object]
) -> Step:
    said = _said(call, way)
    if change := changed(call, answer, way.differ):
        was, now = change
        breach = Breach(f"{call.name} changes its arguments")
        return Step(call, said, f"the argument still {was}", f"it is {now}", breach)
    if answer.earlier and (change := difference(earlier, answer.earlier, way.differ)):
        was, now = change
        breach = Breach(f"{call.name} changes an argument of the call before")
        return Step(call, said, f"the one before still {was}", f"it is {now}", breach)
    wanted, got = _told(call, expected, answer, way)
    return Step(call, said, wanted, got, _breach(call, expected, answer, way))


def _said(call: Call, way: Manner) -> str:
    args = ", ".join(way.tell(valued(arg)) for arg in call.args)
    said = call.name if call.name in way.attributes else f"{call.name}({args})"
    owner = call.keep or call.on or "first"
    return said if owner == "first" else f"{owner}: {said}"


def _told(call: Call, expected: Answer, answer: Answer, way: Manner) -> tuple[str, str]:
    value, other = valued(expected.value), answer.value
    wanted, got = way.tell(value), shown(other)
    if call.keep is not None or (call.name in way.silent and expected.raised is None):
        wanted = got = "made" if call.keep is not None else "no exception"
    elif expected.raised is None and answer.raised is None and not isinstance(other, Odd):
        wanted, got = (wanted,) * 2 if same(value, other) else way.differ(value, other)
    if expected.raised is not None:
        wanted = expected.raised.kinds[0]
    return wanted, got if answer.raised is None else str(answer.raised)


def _breach(call: Call, expected: Answer, answer: Answer, way: Manner) -> Breach | None:
    if expected.raised is not None:
        if answer.raised is None:
            return Breach(f"{call.name} does not raise")
        wanted = expected.raised.kinds[0]
        return None if wanted in answer.raised.kinds else raises(answer)
    if answer.raised is not None:
        return raises(answer)
    value = valued(expected.value)
    if call.keep is not None or call.name in way.silent or same(value, answer.value):
        return None
    return (
        Breach(f"{call.name} answers otherwise") if way.alike(value, answer.value) else WRONG_TYPE
    )


def same(value: Value, other: Value | Odd) -> bool:
    """Whether the two are equal, and of the same types all the way down."""
    kind = type(value)
    if kind is not type(other):
        return False
    if kind in _BARE:
        return value == other
    if isinstance(value, Word) and isinstance(other, Word):
        return value.kind == other.kind and same(value.fields, other.fields)
    if isinstance(value, list | tuple):
        ours, theirs = cast(Sequence[Value], value), cast(Sequence[Value], other)
        return len(ours) == len(theirs) and all(map(same, ours, theirs))
    if isinstance(value, dict):
        items = cast(Mapping[str, Value], other)
        return value.keys() == items.keys() and all(same(value[k], items[k]) for k in items)
    return value == other


_BARE = frozenset({type(None), str, int, bool})
"""What is a value as it is: by far the commonest."""


def _all_valued(made: Sequence[object]) -> list[Value]:
    items = cast(Sequence[Value], made)
    return [item if type(item) in _BARE else valued(item) for item in items]


def valued(made: object) -> Value:
    """A value of ours in the form in which a student's answer arrives."""
    kind = type(made)
    if kind in _BARE:
        return cast(Value, made)
    if (names := field_names(kind)) is not None:
        return Word(kind.__name__, tuple(_all_valued([getattr(made, name) for name in names])))
    if isinstance(made, enum.Enum):
        return str(made.value)
    if isinstance(made, datetime):
        return Word("datetime", (made.isoformat(),))
    if isinstance(made, tuple):
        return tuple(_all_valued(made))
    if isinstance(made, list):
        return _all_valued(made)
    if isinstance(made, dict):
        return {str(key): valued(item) for key, item in made.items()}
    return cast(Value, made)
