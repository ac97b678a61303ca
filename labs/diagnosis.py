"""Diagnosis: which known misconception an answer behaves like.

Words for lab authors. A misconception is written down as a model: code of ours that behaves as
it does. Answer and model are asked the same; the answer's text is never looked at. Knows calls and
answers, no lab, and not where the student's code runs.
"""

import builtins
import importlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from labs.calls import Answer, Call, Caller, Emit, Exercise, Odd, Value, Word, told
from labs.performing import Performance
from labs.scripts import Script, as_it_is
from labs.specs import changed, valued

Behaviour = tuple[str, ...]
"""What came of each probe, in words that can be compared."""


@dataclass(frozen=True)
class Mistake:
    """A misconception that has a name. `hint`: a question and where to look, never the code."""

    name: str
    hint: str


@dataclass(frozen=True)
class Probe:
    """A few calls by which answers are told apart, and the check that they matter to.

    `brief`: how exactly the answer is wrong does not matter, as in a very long script. `pattern`:
    only which of the answers are the same matters, as with fingerprints.
    """

    calls: tuple[Call, ...]
    check: int
    brief: bool = False
    pattern: bool = False


@dataclass(frozen=True)
class Model:
    """What an exercise's file would define under that misconception: objects by their names."""

    mistake: Mistake
    defines: Mapping[str, object]


@dataclass(frozen=True)
class Known:
    """All that is known of one exercise: how a right answer behaves and how each mistake does.

    `made`: the calls to make for a probe's, where these tell times as of a day of their own.
    """

    probes: tuple[Probe, ...]
    right: Behaviour
    mistakes: tuple[tuple[Mistake, Behaviour], ...]
    made: Callable[[Script], Script] = as_it_is

    async def diagnose(
        self, caller: Caller, exercise: str, check: int, shown: Sequence[Call] = ()
    ) -> Mistake | None:
        """The mistake that best explains how the student's answer breaks that check.

        `shown`: the calls of the counterexample that the student is shown, if there is one.

        Raises:
            Fault: the student's code cannot be used.
        """
        await caller.call(exercise, [])  # some mistakes are made as the file is loaded
        calls = [call for probe in self.probes for call in self.made(probe.calls)]
        answers = await caller.call(exercise, calls)
        same = [n for n, probe in enumerate(self.probes) if probe.calls == tuple(shown)]
        return self.recognise(_behaviour(self.probes, answers, self.right), check, same)

    def recognise(self, seen: Behaviour, check: int, shown: Collection[int] = ()) -> Mistake | None:
        """The mistake whose every breach is seen, and that explains most of what this check sees.

        It has to explain half of that at least. Among several, the most specific one: the one
        with the most breaches. If the check's own probes see nothing, all of them count. One that
        explains a `shown` probe goes before all that do not: its hint is read beside that input.
        """
        broken = _differences(seen, self.right)
        here = {number for number in broken if self.probes[number].check == check} or broken
        best, most = None, (False, 0, 0)
        for mistake, behaviour in self.mistakes:
            breaches = _differences(behaviour, self.right)
            explained = breaches & here
            fits = all(seen[number] == behaviour[number] for number in breaches)
            is_shown = not breaches.isdisjoint(shown)
            rank = (is_shown, len(explained), len(breaches))
            enough = is_shown or 2 * len(explained) >= len(here)
            if fits and explained and enough and rank > most:
                best, most = mistake, rank
        return best


def known(
    probes: Sequence[Probe],
    right: Mapping[str, object],
    models: Sequence[Model],
    made: Callable[[Script], Script] = as_it_is,
) -> Known:
    """Ask the right answer and each model all the probes. A model may keep state: ask it once."""
    behaviour = _behaviour(probes, _performed(right, probes, made))
    mistakes = [
        (model.mistake, _behaviour(probes, _performed(model.defines, probes, made), behaviour))
        for model in models
    ]
    return Known(tuple(probes), behaviour, tuple(mistakes), made)


def _differences(one: Behaviour, other: Behaviour) -> set[int]:
    return {n for n, (a, b) in enumerate(zip(one, other, strict=True)) if a != b}


def _behaviour(
    probes: Sequence[Probe], answers: Sequence[Answer], right: Behaviour | None = None
) -> Behaviour:
    said_of_each, coming = [], iter(answers)
    for number, probe in enumerate(probes):
        emitting = {
            call.keep for call in probe.calls if any(isinstance(a, Emit) for a in call.args)
        }
        said = [_told(call, next(coming), call.on in emitting) for call in probe.calls]
        whole = "; ".join(_pattern(said) if probe.pattern else said)
        if probe.brief and right is not None and whole != right[number]:
            raised = [one.partition(",")[0] for one in said if one.startswith("raises")]
            whole = raised[0] if raised else "something else"
        said_of_each.append(whole)
    return tuple(said_of_each)


def _pattern(said: Sequence[str]) -> list[str]:
    told_of_each = []
    for one in said:
        what, changes, _ = one.partition(", changes")
        same = f"like call {said.index(one) + 1}, as long as {len(what)}{changes}"
        told_of_each.append(one if what.startswith("raises") else same)
    return told_of_each


def _told(call: Call, answer: Answer, emits: bool) -> str:
    emitted = "".join(f", emits {e.of} {e.args!a}" for e in answer.emitted)
    if changed(call, answer) is not None:
        emitted += ", changes its arguments"
    if answer.earlier:
        emitted += ", changes earlier ones"
    if answer.raised is not None:
        # An exception class of the student's own counts as the one of Python's that it is made of.
        kinds = answer.raised.kinds
        kind = next((kind for kind in kinds if hasattr(builtins, kind)), "Exception")
        return f"raises {kind}{emitted}"
    # What is returned by a method of an object that emits is nobody's business.
    value = "" if emits or call.keep is not None else _said(answer.value)
    return f"returns {value}{emitted}"


def _said(value: Value | Odd) -> str:
    return "something odd" if isinstance(value, Odd) else told(_in_order(value))


def _in_order(value: Value) -> Value:
    """The value with the keys of its dicts in order: equal ones read alike."""
    if isinstance(value, Word):
        return Word(value.kind, tuple(map(_in_order, value.fields)))
    if isinstance(value, dict):
        return {key: _in_order(value[key]) for key in sorted(value)}
    if isinstance(value, tuple):
        return tuple(map(_in_order, value))
    return [_in_order(item) for item in value] if isinstance(value, list) else value


def _performed(
    defines: Mapping[str, object], probes: Sequence[Probe], made: Callable[[Script], Script]
) -> list[Answer]:
    performance = Performance(defines)
    return [_arrived(performance.answer(call)) for probe in probes for call in made(probe.calls)]


def _arrived(answer: Answer) -> Answer:
    """An answer of ours as a student's arrives: as it is now, whatever becomes of a list later."""
    after, earlier = tuple(map(valued, answer.after)), tuple(map(valued, answer.earlier))
    answer = answer._replace(after=after, earlier=earlier)
    return answer if isinstance(answer.value, Odd) else answer._replace(value=valued(answer.value))


class Knowledge:
    """All that is known of a lab: its package `mistakes` has a module an exercise.

    Each module defines `PROBES`, `RIGHT` and `MODELS`, and `CALLS` if `Known.made` is needed. It
    is only ever asked about an answer that has failed a check, so nothing is loaded before that.
    """

    def __init__(self, package: str, exercises: Sequence[Exercise]) -> None:
        self._package = package
        self._exercises = tuple(exercise.name for exercise in exercises)
        self._known: dict[str, Known] = {}

    def of(self, exercise: str) -> Known:
        """The known behaviours of an exercise's answers."""
        # Some models keep state, as the mistakes do that they stand for: each is asked only once.
        if exercise not in self._known:
            module = importlib.import_module(f"{self._package}.{exercise}")
            made = getattr(module, "CALLS", as_it_is)
            self._known[exercise] = known(module.PROBES, module.RIGHT, module.MODELS, made)
        return self._known[exercise]

    async def diagnose(
        self, caller: Caller, exercise: str, check: int, shown: Sequence[Call] = ()
    ) -> Mistake | None:
        """The mistake with which the exercise's answer breaks that check, if it is a known one.

        Raises:
            Fault: the student's code cannot be used.
        """
        return await self.of(exercise).diagnose(caller, exercise, check, shown)

    def mistakes(self) -> list[Mistake]:
        """Every mistake that has a name."""
        return list(dict.fromkeys(m for name in self._exercises for m, _ in self.of(name).mistakes))
