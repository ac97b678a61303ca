"""Calls made here, in this very process, on objects that are handed in by their names.

Knows the words of checking. For code of ours and for a student's own kernel: it protects against
nothing, so no verdict may come of it where the code is a stranger's.
"""

import dataclasses
import enum
import pickle
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from typing import Protocol, cast

from labs.calls import (
    MOST_WATCHED,
    Answer,
    Call,
    Emission,
    Emit,
    Fault,
    Plain,
    Previous,
    Raised,
    Value,
    Word,
)


class _Callable(Protocol):
    def __call__(self, *args: object) -> object: ...


class Performance:
    """Objects at work, called as a submission's are; what one call keeps, later ones find."""

    def __init__(self, defines: Mapping[str, object]) -> None:
        self._defines = defines
        self._kept: dict[str, object] = {}
        self._emitted: list[Emission] = []
        self._previous: object = None
        self._watched: dict[str, deque[tuple[tuple[object, ...], bytes]]] = {}

    def answer(self, call: Call) -> Answer:
        """Make the call and tell what came of it."""
        if not call.watched:
            return self._answer(call)
        # On a copy: whoever changes an argument changes nothing of ours. Pickled, for the module
        # `copy` takes ten times as long.
        call = call._replace(args=pickle.loads(pickle.dumps(call.args)))
        answer = self._answer(call)._replace(after=cast(tuple[Plain, ...], call.args))
        if call.on is None:
            return answer
        known = self._watched.setdefault(call.on, deque(maxlen=MOST_WATCHED))
        looked_at = list(known)[-1:] if call.args else known
        changed = next((args for args, was in looked_at if pickle.dumps(args) != was), ())
        if call.args:
            known.append((call.args, pickle.dumps(call.args)))
        if type(given := self._previous) in (list, dict):
            known.append(((given,), pickle.dumps((given,))))
        return answer._replace(earlier=cast(tuple[Plain, ...], changed))

    def _answer(self, call: Call) -> Answer:
        self._emitted = []
        previous, self._previous = self._previous, None
        if any(isinstance(a, Previous) and a.kind != type(previous).__name__ for a in call.args):
            return Answer()
        try:
            kept = None if call.on is None else self._kept[call.on]
            target = self._defines[call.name] if kept is None else getattr(kept, call.name)
            if kept is None or callable(target):
                arguments = [self._argument(call, arg, previous) for arg in call.args]
                result = cast(_Callable, target)(*arguments)
            else:
                result = target  # an attribute: to call it is to read it
        except Exception as problem:
            kinds = tuple(kind.__name__ for kind in type(problem).__mro__)
            return Answer(raised=Raised(kinds, str(problem), ""), emitted=tuple(self._emitted))
        if call.keep is not None:
            self._kept[call.keep], result = result, None
            self._watched.pop(call.keep, None)
        self._previous = result
        return Answer(_plain(result), emitted=tuple(self._emitted))

    def _argument(self, call: Call, arg: object, previous: object) -> object:
        if isinstance(arg, Previous):
            return previous
        return partial(self._emit, call.keep) if isinstance(arg, Emit) else arg

    def _emit(self, of: str | None, *args: object) -> None:
        self._emitted.append(Emission(of, tuple(_plain(arg) for arg in args)))


def _plain(value: object) -> Plain:
    return str(value.value) if isinstance(value, enum.Enum) else cast(Plain, value)


class InKernel:
    """Calls a student's functions as they stand in the kernel: to look at, not to judge by."""

    def __init__(self, functions: Mapping[str, object]) -> None:
        self._performance = Performance(functions)

    async def call(self, exercise: str, calls: Sequence[Call]) -> Sequence[Answer]:
        """Make the calls in order; one answer each."""
        answers = map(self._performance.answer, calls)
        return [answer._replace(value=_worded(answer.value)) for answer in answers]


@contextmanager
def telling_faults() -> Iterator[None]:
    """Of a group of exceptions, raise the student's fault alone.

    Whatever else broke, broke because of it.
    """
    try:
        yield
    except BaseExceptionGroup as problems:
        raise next(_faults(problems), problems) from None


def _faults(problems: BaseExceptionGroup[BaseException]) -> Iterator[Fault]:
    for problem in problems.exceptions:
        if isinstance(problem, BaseExceptionGroup):
            yield from _faults(problem)
        elif isinstance(problem, Fault):
            yield problem


def _worded(value: object) -> Value:
    """What has to leave a student's process, in the form in which it does; inside of others, too.

    Of objects, the labs' words alone: a class of the student's own that only bears the name of one
    of them is none.
    """
    kind = type(value)
    if isinstance(value, list | tuple) and kind in (list, tuple):
        return kind(map(_worded, value))
    if isinstance(value, datetime):
        return Word("datetime", (value.isoformat(),))
    if dataclasses.is_dataclass(kind) and kind.__module__.startswith("labs."):
        fields = [getattr(value, field.name, None) for field in dataclasses.fields(kind)]
        return Word(kind.__name__, tuple(map(_worded, fields)))
    return cast(Value, _plain(value))
