"""Diagnosis: which known misconception an answer behaves like.

Words for lab authors. A misconception is written down as a model: code of ours that behaves as
it does. Answer and model are asked the same; the answer's text is never looked at. Knows calls and
answers, no lab, and not where the student's code runs.
"""

import builtins
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from labs.checking import Answer, Call, Caller
from labs.performing import Performance

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

    `brief`: how exactly the answer is wrong does not matter, as in a very long script.
    """

    calls: tuple[Call, ...]
    check: int
    brief: bool = False


@dataclass(frozen=True)
class Model:
    """What an exercise's file would define under that misconception: objects by their names."""

    mistake: Mistake
    defines: Mapping[str, object]


@dataclass(frozen=True)
class Known:
    """All that is known of one exercise: how a right answer behaves and how each mistake does."""

    probes: tuple[Probe, ...]
    right: Behaviour
    mistakes: tuple[tuple[Mistake, Behaviour], ...]

    async def diagnose(self, caller: Caller, exercise: str, check: int) -> Mistake | None:
        """The mistake that best explains how the student's answer breaks that check.

        Raises:
            Fault: the student's code cannot be used.
        """
        calls = [call for probe in self.probes for call in probe.calls]
        answers = await caller.call(exercise, calls)
        return self.recognise(_behaviour(self.probes, answers, self.right), check)

    def recognise(self, seen: Behaviour, check: int) -> Mistake | None:
        """The mistake whose every breach is seen, and that explains most of what this check sees.

        It has to explain half of that at least. Among several, the most specific one: the one
        with the most breaches. If the check's own probes see nothing, all of them count.
        """
        broken = _differences(seen, self.right)
        here = {number for number in broken if self.probes[number].check == check} or broken
        best, most = None, (0, 0)
        for mistake, behaviour in self.mistakes:
            breaches = _differences(behaviour, self.right)
            explained = breaches & here
            fits = all(seen[number] == behaviour[number] for number in breaches)
            if fits and explained and 2 * len(explained) >= len(here):
                best, most = max(
                    (best, most), (mistake, (len(explained), len(breaches))), key=_rank
                )
        return best


def _rank(found: tuple[Mistake | None, tuple[int, int]]) -> tuple[int, int]:
    return found[1]


def known(probes: Sequence[Probe], right: Mapping[str, object], models: Sequence[Model]) -> Known:
    """Ask the right answer and each model all the probes. A model may keep state: ask it once."""
    behaviour = _behaviour(probes, _performed(right, probes))
    mistakes = [
        (model.mistake, _behaviour(probes, _performed(model.defines, probes), behaviour))
        for model in models
    ]
    return Known(tuple(probes), behaviour, tuple(mistakes))


def _differences(one: Behaviour, other: Behaviour) -> set[int]:
    return {n for n, (a, b) in enumerate(zip(one, other, strict=True)) if a != b}


def _behaviour(
    probes: Sequence[Probe], answers: Sequence[Answer], right: Behaviour | None = None
) -> Behaviour:
    told, coming = [], iter(answers)
    for number, probe in enumerate(probes):
        said = [_told(call, next(coming)) for call in probe.calls]
        whole = "; ".join(said)
        if probe.brief and right is not None and whole != right[number]:
            raised = [one.partition(",")[0] for one in said if one.startswith("raises")]
            whole = raised[0] if raised else "something else"
        told.append(whole)
    return tuple(told)


def _told(call: Call, answer: Answer) -> str:
    emitted = "".join(f", emits {e.of} {e.args!a}" for e in answer.emitted)
    if answer.raised is not None:
        # An exception class of the student's own counts as the one of Python's that it is made of.
        kind = next(kind for kind in answer.raised.kinds if hasattr(builtins, kind))
        return f"raises {kind}{emitted}"
    # What a kept object's method returns is nobody's business: it is there to emit.
    value = "" if call.on is not None else f"{answer.value!a}"
    return f"returns {value}{emitted}"


def _performed(defines: Mapping[str, object], probes: Sequence[Probe]) -> list[Answer]:
    performance = Performance(defines)
    return [performance.answer(call) for probe in probes for call in probe.calls]
