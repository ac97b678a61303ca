"""Rules by example: what a small, obvious implementation of ours answers is what is expected.

Words for authors of trials. For an exercise whose right answer can be computed call by call: the
spec is asked the same calls as the student's code, here, and the answers are compared, types and
all. Knows calls, answers and steps, and no lab.
"""

import dataclasses
import enum
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import cast

from labs.checking import Answer, Breach, Call, Odd, Step, Value, Word, told
from labs.contracts import shown
from labs.performing import Performance
from labs.scripts import Rules, Script, Steps, shorter
from labs.trials import WRONG_TYPE, raises


def rules_of(
    spec: Mapping[str, object],
    admits: Callable[[Call], bool],
    *,
    attributes: Collection[str] = (),
    words: tuple[type, ...] = (),
    simpler: Callable[[Script], Iterable[Script]] = shorter,
) -> Rules:
    """The rules of an exercise that `spec` implements: classes and functions by their names.

    `admits` says whether a call's arguments are such as the contract allows. `attributes` are
    read, not called.
    """

    def judge(script: Script, answers: Sequence[Answer]) -> Steps:
        performance = Performance(spec)
        steps: list[Step] = []
        for call, answer in zip(script, answers, strict=True):
            steps.append(_step(call, performance.answer(call), answer, attributes))
            if steps[-1].breach is not None:
                break
        return tuple(steps)

    return Rules(judge, lambda script: all(map(admits, script)), simpler, words=words)


def _step(call: Call, expected: Answer, answer: Answer, attributes: Collection[str]) -> Step:
    got = "made" if call.keep is not None else shown(answer.value)
    if answer.raised is not None:
        got = str(answer.raised)
    args = ", ".join(told(valued(arg)) for arg in call.args)
    said = call.name if call.name in attributes else f"{call.name}({args})"
    owner = call.keep or call.on or "first"
    said = said if owner == "first" else f"{owner}: {said}"
    return Step(call, said, _wanted(call, expected), got, _breach(call, expected, answer))


def _wanted(call: Call, expected: Answer) -> str:
    if expected.raised is not None:
        return expected.raised.kinds[0]
    return "made" if call.keep is not None else told(valued(expected.value))


def _breach(call: Call, expected: Answer, answer: Answer) -> Breach | None:
    if expected.raised is not None:
        if answer.raised is None:
            return Breach(f"{call.name} does not raise")
        wanted = expected.raised.kinds[0]
        return None if wanted in answer.raised.kinds else raises(answer)
    if answer.raised is not None:
        return raises(answer)
    if call.keep is not None:
        return None
    value = valued(expected.value)
    if not _alike(value, answer.value):
        return WRONG_TYPE
    return None if answer.value == value else Breach(f"{call.name} answers otherwise")


def _alike(value: Value, other: Value | Odd) -> bool:
    """Whether the two are of one type, all the way down; an absent one may stand for a word."""
    if isinstance(other, Odd):
        return False
    if value is None or other is None:
        return True
    if type(value) is not type(other):
        return False
    if isinstance(value, Word) and isinstance(other, Word):
        return value.kind == other.kind and all(map(_alike, value.fields, other.fields))
    if isinstance(value, list | tuple):
        pattern = cast(Sequence[Value], value)[:1]
        items = cast(Sequence[Value], other)
        return all(_alike(one, item) for item in items for one in pattern)
    return True


def valued(made: object) -> Value:
    """A value of ours in the form in which a student's answer arrives."""
    if isinstance(made, enum.Enum):
        return str(made.value)
    if dataclasses.is_dataclass(made) and not isinstance(made, type):
        fields = [valued(getattr(made, field.name)) for field in dataclasses.fields(made)]
        return Word(type(made).__name__, tuple(fields))
    if isinstance(made, tuple):
        return tuple(map(valued, made))
    if isinstance(made, list):
        return [valued(item) for item in made]
    return cast(Value, made)
