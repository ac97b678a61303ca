"""Calls a submission's code in this process and turns what it answers into plain values.

Knows the words of checking and how a submission is loaded; needs the standard library only, for
a child process is to run it too. It judges nothing: it says what happened, or that the file
cannot be used as the contract wants.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, Protocol

from grader.arguments import Watch, Watched, fingerprint
from grader.complaints import misfit, raised, unloadable
from grader.loading import Modules
from grader.values import described, plain
from labs.calls import (
    NOTHING,
    Answer,
    Call,
    Emission,
    Emit,
    Exercise,
    Fault,
    Odd,
    Previous,
    Raised,
    Value,
    Word,
)

_MISSING = object()
_STAND_INS = frozenset({Emit, Previous})


class _NeverMade(NamedTuple):
    """Stands for an object whose class raised: whatever is asked of it raises the same."""

    raised: Raised


class _Returned(NamedTuple):
    """What a call returned, and how that was told."""

    result: object
    told: Value | Odd


class _Emitter(Protocol):
    def __call__(self, *args: object) -> None: ...


class Host:
    """A submission's code at work: its loaded files, its kept objects, what it emits."""

    def __init__(self, folder: Path, exercises: Sequence[Exercise]) -> None:
        self._modules = Modules(folder)
        self._exercises = {exercise.name: exercise for exercise in exercises}
        self._attributes = {
            exercise.name: {n.name.partition(".")[2] for n in exercise.needs if n.arguments is None}
            for exercise in exercises
        }
        self._loaded: dict[str, ModuleType | str] = {}
        self._kept: dict[tuple[str, str], object] = {}
        self._previous = _Returned(None, None)
        self._watch = Watch()
        self._emitted: list[Emission] = []

    def perform(self, exercise: str, calls: Sequence[Call]) -> Sequence[Answer]:
        """Load the exercise and make the calls in order; one answer each.

        Raises:
            Fault: the exercise's file is not what the contract wants.
        """
        self.load(exercise)
        return list(self.answers(exercise, calls))

    def load(self, exercise: str) -> None:
        """Load the exercise's file, if it has not been.

        Raises:
            Fault: the file is not what the contract wants.
        """
        if exercise not in self._loaded:
            with self._modules.open():
                self._loaded[exercise] = self._load(self._exercises[exercise])
        problem = self._loaded[exercise]
        if isinstance(problem, str):
            raise Fault(exercise, "broken", problem)

    def answers(self, exercise: str, calls: Sequence[Call]) -> Iterator[Answer]:
        """Make the calls in order, yielding one answer each; the file has been loaded.

        Raises:
            Fault: an object has not the method that the contract wants.
        """
        module = self._loaded[exercise]
        assert not isinstance(module, str)
        with self._modules.open():
            for call in calls:
                yield self._answer(exercise, module, call)

    def _load(self, exercise: Exercise) -> ModuleType | str:
        if not (self._modules.folder / exercise.file).is_file():
            return f"{exercise.file} is missing"
        try:
            module = self._modules.load(exercise.file)
            for need in exercise.needs:
                alike = [other for other in exercise.needs if other.name == need.name]
                if problem := misfit(exercise.file, module, need, alike):
                    return problem
        except BaseException as problem:
            return unloadable(exercise.file, problem, self._modules)
        return module

    def _answer(self, exercise: str, module: ModuleType, call: Call) -> Answer:
        if call.afresh:
            self._kept = {key: kept for key, kept in self._kept.items() if key[0] != exercise}
            self._watch.keep_only(self._kept)
        owner = module if call.on is None else self._kept[exercise, call.on]
        if isinstance(owner, _NeverMade):
            return Answer(raised=owner.raised)
        self._emitted = []
        arguments: Sequence[object] = call.args
        if not _STAND_INS.isdisjoint(map(type, arguments)):
            if any(isinstance(arg, Previous) and not self._is_there(arg) for arg in arguments):
                return NOTHING
            arguments = [self._argument(call, arg) for arg in arguments]
        before = fingerprint(arguments) if call.watched else None
        result, answer = self._called(exercise, owner, call, arguments)
        if call.keep is not None:
            self._kept[exercise, call.keep] = result
            self._watch.forget((exercise, call.keep))
        else:
            self._previous = _Returned(result, answer.value)
        if not call.watched:
            return answer
        key = None if call.on is None else (exercise, call.on)
        return self._watch.seen(key, Watched(arguments, before), answer, result)

    def _called(
        self, exercise: str, owner: object, call: Call, arguments: Sequence[object]
    ) -> tuple[object, Answer]:
        """What the call returned, and how that is told."""
        reads = call.on is not None and call.name in self._attributes[exercise]
        try:
            result: object = getattr(owner, call.name, _MISSING)
            is_there = result is not _MISSING and (reads or callable(result))
            if callable(result) and not reads:
                result = result(*arguments)
            value = None if call.keep is not None or not is_there else plain(result)
        except BaseException as problem:
            happened = raised(problem, self._modules)
            return _NeverMade(happened), Answer(raised=happened, emitted=tuple(self._emitted))
        if not is_there:
            file, kind = self._exercises[exercise].file, "attribute" if reads else "method"
            message = f"{file}: {described(owner)} has no {kind} {call.name}"
            raise Fault(exercise, "broken", message)
        if value is None and not self._emitted:
            return result, NOTHING
        return result, Answer(value, emitted=tuple(self._emitted))

    def _is_there(self, previous: Previous) -> bool:
        told = self._previous.told
        return isinstance(told, Word) and told.kind == previous.kind

    def _argument(self, call: Call, arg: object) -> object:
        if isinstance(arg, Previous):
            return self._previous.result
        return self._emitter(call.keep or call.on) if isinstance(arg, Emit) else arg

    def _emitter(self, of: str | None) -> _Emitter:
        def emit(*args: object) -> None:
            self._emitted.append(Emission(of, tuple(map(plain, args))))

        return emit
