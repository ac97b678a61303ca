"""Precedents: what the reference was asked in a check that it passed, and what it answered.

Knows the `Caller` seam. A running system depends on the seed and on the answers to its calls, on
nothing else: a submission that gives the same answers to the same calls, in the same order and
without delay, gets the same run and so the same verdict, and no system need be started to see it.
Whoever answers anything otherwise gets a run of its own. So a class of right answers is graded at
the speed of their code; how a wrong one fails is seen where it fails.
"""

import asyncio
import itertools
import math
import time
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from grader.callers import InProcess, Mixed
from grader.course import Lab
from grader.likely import Likely, likely
from grader.performer import Performer
from grader.race import attempt
from labs.calls import Answer, Call, Caller, Exercise, Fault
from labs.checking import Bench, Pass, SelfCheck

if TYPE_CHECKING:
    from labs.runtime.system import Site

FRESH_SECONDS = 20.0
"""For so long a precedent holds if some of its calls are about the present time."""
_PRESENT = timedelta(days=7)
PROMPT_SECONDS = 1.5
"""Whoever needs longer for all calls of a check might be late in a running system."""
_DEADLINE = 5.0
_UNTOLD = "(a text of the reference's own)"

_Told = tuple[object, ...]
_Key = tuple[int, frozenset[str], bool]
"""A check's number, the exercises for which the student's files are, whether they are tried."""
_Batch = tuple[str, Sequence[Call], Sequence[Answer]]
"""An exercise, calls that were made of it at once, and the answers."""


@dataclass(frozen=True)
class Asked:
    """Calls of an exercise that followed one another, and the answers."""

    exercise: str
    calls: Sequence[Call]
    told: Sequence[_Told]
    likely: Likely


@dataclass(frozen=True)
class Precedent:
    """One run of a check: what is to be asked, and the verdict."""

    asked: Sequence[Asked]
    verdict: Pass
    until: float


@dataclass
class Precedents:
    """The precedents of one lab's checks, made when they are wanted and then renewed."""

    lab: Lab
    exercises: Sequence[Exercise]
    seed: int
    site: "Site"
    _made: dict[_Key, Precedent] = field(default_factory=dict)

    async def verdict(
        self,
        check: SelfCheck,
        exercises: Collection[str],
        student: Performer,
        *,
        is_tried: bool = False,
    ) -> Pass | None:
        """The check's verdict on a fresh performer, if a precedent decides it.

        The performer has been called, and another one is needed for whatever comes next.
        """
        precedent = await self._precedent(check, (check.number, frozenset(exercises), is_tried))
        if precedent is None or not await _is_followed(precedent, student):
            return None
        return precedent.verdict

    async def _precedent(self, check: SelfCheck, key: _Key) -> Precedent | None:
        made = self._made.get(key)
        if made is not None and time.monotonic() < made.until:
            return made
        self._made.pop(key, None)
        made = await self._make(check, key)
        if made is not None:
            self._made[key] = made
        return made

    async def _make(self, check: SelfCheck, key: _Key) -> Precedent | None:
        _, exercises, is_tried = key
        recorder = _Recorder(InProcess(self.lab.solutions, self.exercises))
        others = InProcess(self.lab.solutions, self.exercises)
        caller, began = Mixed(recorder, others, exercises), time.monotonic()
        bench = Bench(caller, self.seed, self.site, is_tried=is_tried)
        verdict = await attempt(check, bench, caller, deadline=_DEADLINE)
        # What the reference's exceptions say must not have come into the verdict: others say it
        # in their own words.
        if not isinstance(verdict, Pass) or _UNTOLD in repr(verdict):
            return None
        until = began + FRESH_SECONDS if _are_about_now(recorder.batches) else math.inf
        return Precedent(_asked(recorder.batches), verdict, until)


class _Recorder:
    """Passes calls on and remembers them with their answers."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self.batches: list[_Batch] = []

    async def call(self, exercise: str, calls: Sequence[Call]) -> Sequence[Answer]:
        """Make the calls in order; one answer each, exceptions without their words."""
        answers = [_untold(a) for a in await self._caller.call(exercise, calls)]
        self.batches.append((exercise, calls, answers))
        return answers


def _are_about_now(batches: Sequence[_Batch]) -> bool:
    return any(_is_about_now(call.args) for _, calls, _ in batches for call in calls)


def _is_about_now(word: object) -> bool:
    if isinstance(word, datetime):
        return abs(word - datetime.now(UTC)) < _PRESENT
    if is_dataclass(word):
        return any(_is_about_now(getattr(word, part.name)) for part in fields(word))
    return isinstance(word, tuple) and any(map(_is_about_now, word))


def _asked(batches: Sequence[_Batch]) -> Sequence[Asked]:
    """What to ask: batches of one exercise that follow one another are asked together."""
    groups = itertools.groupby(batches, key=lambda batch: batch[0])
    return [_asked_of(exercise, group) for exercise, group in groups]


def _asked_of(exercise: str, batches: Iterable[_Batch]) -> Asked:
    calls, answers = list[Call](), list[Answer]()
    for _, some, theirs in batches:
        calls += some
        answers += theirs
    told = [_told(answer) for answer in answers]
    return Asked(exercise, calls, told, likely(exercise, calls, answers))


def _untold(answer: Answer) -> Answer:
    if answer.raised is None:
        return answer
    return answer._replace(raised=answer.raised._replace(text=_UNTOLD, where=_UNTOLD))


def _told(answer: Answer) -> _Told:
    """All of an answer but an exception's words; values as they are written, for 1 is not True."""
    kinds = None if answer.raised is None else answer.raised.kinds
    emitted = [(emission.of, repr(emission.args)) for emission in answer.emitted]
    # Whoever changes an argument has answered otherwise, whatever was returned.
    return (repr(answer.value), kinds, repr(answer.after), repr(answer.earlier), *emitted)


async def _is_followed(precedent: Precedent, student: Performer) -> bool:
    try:
        async with asyncio.timeout(PROMPT_SECONDS):
            # All at once: to wait for each takes longer than to answer it.
            coming = [student.asked(a.exercise, a.calls, a.likely) for a in precedent.asked]
            for asked, answers in zip(precedent.asked, coming, strict=True):
                if not _are_the_same(await answers, asked):
                    return False
    except (Fault, TimeoutError):
        return False
    return True


def _are_the_same(answers: Sequence[Answer], asked: Asked) -> bool:
    known = zip(answers, asked.likely.answers, asked.told, strict=True)
    return all(answer is expected or _told(answer) == told for answer, expected, told in known)
