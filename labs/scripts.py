"""Scripts: calls of one exercise, in order, and what each should give.

Words for authors of trials. Knows calls, answers and steps; must not know an exercise's rules,
which come as `Rules`, nor where code runs. The same rules judge a trial, shorten what broke, and
replay it: a trial is one batch of many scripts, and the first one that breaks is the finding.
"""

import itertools
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from labs.calls import Answer, Call, Caller, Emission, Exercise
from labs.checking import Counterexample, Step
from labs.timeline import listed
from labs.visible import one_line

Script = tuple[Call, ...]
Steps = tuple[Step, ...]
Perform = Callable[[Sequence[Call]], Awaitable[Sequence[Answer]]]
"""Makes the calls of one exercise, wherever its code runs."""

_T = TypeVar("_T")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_MANY, _MOST_CHUNKS = 128, 16


def as_it_is(script: Script) -> Script:
    """The script itself: the calls to make are those of the script."""
    return script


@dataclass(frozen=True)
class Rules:
    """The rules of one exercise, for any script of it.

    `judge` computes from the script alone what each call should give and compares the answers; its
    last step is the first one that breaks the promise, or the script's last. `admits`: whether
    the arguments are such as the contract allows. `simpler` gives scripts to try instead, the most
    daring first; none of them may lead back. `words`: the classes of which arguments are made.
    `calls`: the calls to make, where a script tells times as of a day of its own. `holds`: whether
    no step breaks, without a word; for trials of thousands of calls.
    """

    judge: Callable[[Script, Sequence[Answer]], Steps]
    admits: Callable[[Script], bool]
    simpler: Callable[[Script], Iterable[Script]]
    words: tuple[type, ...] = ()
    calls: Callable[[Script], Script] = as_it_is
    holds: Callable[[Script, Sequence[Answer]], bool] | None = None


def is_broken(steps: Steps) -> bool:
    """Whether the last step breaks the promise."""
    return bool(steps) and steps[-1].breach is not None


def judge_each(
    script: Script, answers: Sequence[Answer], judge: Callable[[Call, Answer], Step]
) -> Steps:
    """The steps of a script whose calls are judged one by one, up to the first that breaks."""
    steps: list[Step] = []
    for call, answer in zip(script, answers, strict=True):
        steps.append(judge(call, answer))
        if steps[-1].breach is not None:
            break
    return tuple(steps)


def counterexample(exercise: str, steps: Steps, before: Script = ()) -> Counterexample:
    """The counterexample that these steps are; the last one is broken."""
    last = steps[-1]
    at = f"at {last.said}: " if len(steps) > 1 else ""
    return Counterexample(
        exercise,
        one_line(listed([step.said for step in steps], "; ")),
        one_line(f"{at}{last.expected}"),
        one_line(f"{at}{last.got}"),
        steps,
        before,
    )


async def first_broken(
    caller: Caller, exercise: str, rules: Rules, scripts: Sequence[Script]
) -> Counterexample | None:
    """Try the scripts, in one batch; the first one that breaks the promise."""

    async def perform(calls: Sequence[Call]) -> Sequence[Answer]:
        return await caller.call(exercise, calls)

    for number, answers in enumerate(await answers_to(perform, rules, scripts)):
        if rules.holds is not None and rules.holds(scripts[number], answers):
            continue
        steps = rules.judge(scripts[number], answers)
        if is_broken(steps):
            return counterexample(exercise, steps, together(scripts[:number]))
    return None


async def answers_to(
    perform: Perform, rules: Rules, scripts: Sequence[Script]
) -> list[Sequence[Answer]]:
    """The answers to each script, all made in one batch; what one keeps, no other one sees."""
    calls = together([rules.calls(script) for script in scripts])
    answers = await perform(calls)
    split: list[Sequence[Answer]] = []
    begin, apart = 0, _are_apart(scripts)
    for number, script in enumerate(scripts):
        own = answers[begin : begin + len(script)]
        split.append(own if apart else [_unmarked(answer, _mark(number)) for answer in own])
        begin += len(script)
    return split


def _are_apart(scripts: Sequence[Script]) -> bool:
    """Whether no two scripts keep an object under the same name, as they are."""
    kept = [call.keep for script in scripts for call in script if call.keep is not None]
    return len(set(kept)) == len(kept)


def together(scripts: Sequence[Script]) -> Script:
    """The scripts one after the other; names that they share are marked with their number.

    What one keeps is dropped as the next one begins: whoever tries hundreds keeps a few alive.
    """
    scripts = [*scripts[:1], *map(_afresh, scripts[1:])]
    if _are_apart(scripts):
        return tuple(call for script in scripts for call in script)
    return tuple(
        _renamed(call, _mark(number).__add__)
        for number, script in enumerate(scripts)
        for call in script
    )


def _afresh(script: Script) -> Script:
    if not script or script[0].keep is None:
        return script
    return (script[0]._replace(afresh=True), *script[1:])


def _mark(number: int) -> str:
    return f"{number} "


def _unmarked(answer: Answer, mark: str) -> Answer:
    if not answer.emitted:
        return answer
    emitted = [Emission(e.of and e.of.removeprefix(mark), e.args) for e in answer.emitted]
    return Answer(answer.value, answer.raised, tuple(emitted))


def _renamed(call: Call, name: Callable[[str], str]) -> Call:
    if call.on is None and call.keep is None:
        return call
    on = None if call.on is None else name(call.on)
    keep = None if call.keep is None else name(call.keep)
    return Call(call.name, call.args, on, keep, call.afresh, call.watched)


def neat(script: Script) -> Script:
    """The script without calls on what is not there; its objects are named in their order."""
    names: dict[str, str] = {}
    calls: list[Call] = []
    numbers = itertools.count()
    for call in script:
        if call.afresh:
            names.clear()
        if call.keep is not None:
            number = next(numbers)
            ordinal = _ORDINALS[number] if number < len(_ORDINALS) else f"number {number + 1}"
            names[call.keep] = ordinal
        if call.on is None or call.on in names:
            calls.append(_renamed(call, names.__getitem__))
    return tuple(calls)


def shorter(script: Script) -> Iterator[Script]:
    """The script without a half, a quarter, ..., a single one of its calls."""
    for rest in without_chunks(script):
        if made := neat(tuple(rest)):
            yield made


def without_chunks(items: Sequence[_T]) -> Iterator[Sequence[_T]]:
    """The items without each half, each quarter, ..., each single one; of very many, not all."""
    size = max(1, (len(items) + 1) // 2)
    while items:
        begins = range(0, len(items), size)
        for begin in begins if len(items) <= _MANY else begins[:_MOST_CHUNKS]:
            yield [*items[:begin], *items[begin + size :]]
        if size == 1:
            return
        size = (size + 1) // 2


def fits(exercise: Exercise, script: Script) -> bool:
    """Whether the script calls nothing but what the contract names, in a way that it allows."""
    needs = {(need.name, need.arguments or 0) for need in exercise.needs}
    makers: dict[str, str] = {}
    for call in script:
        if call.afresh:
            makers.clear()
        owner = "" if call.on is None else f"{makers.get(call.on, '?')}."
        if (owner + call.name, len(call.args)) not in needs:
            return False
        is_class = any(need.name.startswith(f"{call.name}.") for need in exercise.needs)
        if is_class != (call.keep is not None) or (call.keep is not None and call.on is not None):
            return False
        if call.keep is not None:
            makers[call.keep] = call.name
    return bool(script)
