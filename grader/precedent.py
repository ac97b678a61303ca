"""Precedents: what the reference was asked in a check that it passed, and what it answered.

Knows the `Caller` seam. A running system depends on the seed and on the answers to its calls, on
nothing else: a submission that gives the same answers to the same calls, in the same order and
without delay, gets the same run and so the same verdict, and no system need be started to see it.
Whoever answers anything otherwise gets a run of its own. So a class of right answers is graded at
the speed of their code; how a wrong one fails is seen where it fails.
"""

import asyncio
import itertools
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
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

_PRESENT = timedelta(days=7)
"""Times that are no further away are about the present."""
PROMPT_SECONDS = 1.5
"""Whoever needs longer for all calls of a check might be late in a running system."""
_DEADLINE = 5.0
_UNTOLD = "(a text of the reference's own)"

_Told = tuple[object, ...]
_Key = tuple[int, frozenset[str], bool]
"""A check's number, the exercises for which the student's files are, whether they are tried."""
_Batch = tuple[str, Sequence[Call], Sequence[Answer], datetime]
"""An exercise, calls that were made of it at once, the answers, and when that was."""


@dataclass(frozen=True)
class Asked:
    """Calls of an exercise that followed one another, and the answers.

    `present`: when they were made, if they are about the present time. They are about another one
    whenever they are made again.
    """

    exercise: str
    calls: Sequence[Call]
    told: Sequence[_Told]
    likely: Likely
    present: datetime | None = None


@dataclass(frozen=True)
class Precedent:
    """One run of a check: what is to be asked, and the verdict."""

    asked: Sequence[Asked]
    verdict: Pass


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
        if (made := self._made.get(key)) is not None:
            return made
        made = await self._make(check, key)
        if made is not None:
            self._made[key] = made
        return made

    async def _make(self, check: SelfCheck, key: _Key) -> Precedent | None:
        _, exercises, is_tried = key
        recorder = _Recorder(InProcess(self.lab.solutions, self.exercises))
        others = InProcess(self.lab.solutions, self.exercises)
        caller = Mixed(recorder, others, exercises)
        bench = Bench(caller, self.seed, self.site, is_tried=is_tried)
        verdict = await attempt(check, bench, caller, deadline=_DEADLINE)
        # What the reference's exceptions say must not have come into the verdict: others say it
        # in their own words.
        if not isinstance(verdict, Pass) or _UNTOLD in repr(verdict):
            return None
        return Precedent(_asked(recorder.batches), verdict)


class _Recorder:
    """Passes calls on and remembers them with their answers."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self.batches: list[_Batch] = []

    async def call(self, exercise: str, calls: Sequence[Call]) -> Sequence[Answer]:
        """Make the calls in order; one answer each, exceptions without their words."""
        began = datetime.now(UTC)
        answers = [_untold(a) for a in await self._caller.call(exercise, calls)]
        self.batches.append((exercise, calls, answers, began))
        return answers


def _is_about(word: object, present: datetime) -> bool:
    if isinstance(word, datetime):
        return abs(word - present) < _PRESENT
    if is_dataclass(word):
        return any(_is_about(getattr(word, part.name), present) for part in fields(word))
    return isinstance(word, tuple) and any(_is_about(item, present) for item in word)


def _moved(word: object, by: timedelta, present: datetime) -> object:
    """The word, what it says of the present said of one that is so much later."""
    if not _is_about(word, present):
        return word
    if isinstance(word, datetime):
        return word + by
    if isinstance(word, tuple):
        return tuple(_moved(item, by, present) for item in word)
    assert is_dataclass(word)
    assert not isinstance(word, type)
    values = {part.name: _moved(getattr(word, part.name), by, present) for part in fields(word)}
    return replace(word, **values)


def _asked(batches: Sequence[_Batch]) -> Sequence[Asked]:
    """What to ask: batches of one exercise that follow one another are asked together.

    But for those about the present: each is about that in which it is asked.
    """
    if any(_is_about(call.args, at) for _, calls, _, at in batches for call in calls):
        return [_asked_of(batch[0], [batch], batch[3]) for batch in batches]
    groups = itertools.groupby(batches, key=lambda batch: batch[0])
    return [_asked_of(exercise, group, None) for exercise, group in groups]


def _asked_of(exercise: str, batches: Iterable[_Batch], present: datetime | None) -> Asked:
    calls, answers = list[Call](), list[Answer]()
    for _, some, theirs, _ in batches:
        calls += some
        answers += theirs
    told = [_told(answer) for answer in answers]
    return Asked(exercise, calls, told, likely(exercise, calls, answers), present)


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
            if all(asked.present is None for asked in precedent.asked):
                return await _answers_alike(precedent.asked, student)
            for asked in precedent.asked:  # what is about the present is said as it is asked
                if not await _answers_alike([_as_of(asked, datetime.now(UTC))], student):
                    return False
    except (Fault, TimeoutError):
        return False
    return True


def _as_of(asked: Asked, now: datetime) -> Asked:
    if (was := asked.present) is None:
        return asked
    calls = [
        call._replace(args=tuple(_moved(arg, now - was, was) for arg in call.args))
        for call in asked.calls
    ]
    again = likely(asked.exercise, calls, asked.likely.answers)
    return replace(asked, calls=calls, likely=again, present=now)


async def _answers_alike(all_asked: Sequence[Asked], student: Performer) -> bool:
    # All at once: to wait for each takes longer than to answer it.
    coming = [student.asked(asked.exercise, asked.calls, asked.likely) for asked in all_asked]
    for asked, answers in zip(all_asked, coming, strict=True):
        if not _are_the_same(await answers, asked):
            return False
    return True


def _are_the_same(answers: Sequence[Answer], asked: Asked) -> bool:
    known = zip(answers, asked.likely.answers, asked.told, strict=True)
    return all(answer is expected or _told(answer) == told for answer, expected, told in known)
