"""Calls a submission's code in this process and turns what it answers into plain values.

Knows the words of checking and how a submission is loaded; needs the standard library only, for
a child process is to run it too. It judges nothing: it says what happened, or that the file
cannot be used as the contract wants.
"""

import builtins
import inspect
import pickle
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, Protocol

from grader.loading import Modules
from grader.values import MOST_TEXT, described, plain
from labs.calls import (
    MOST_WATCHED,
    NOTHING,
    Answer,
    Call,
    Emission,
    Emit,
    Exercise,
    Fault,
    Need,
    Odd,
    Previous,
    Raised,
    Value,
    Word,
)

_MISSING = object()
_STAND_INS = frozenset({Emit, Previous})


def raised(problem: BaseException, modules: Modules) -> Raised:
    """The exception in plain words; where it is from is the last line of the student's own."""
    try:
        # str.__getitem__: what __str__ returns may be a str with ideas of its own.
        text = str.__getitem__(str(problem), slice(MOST_TEXT))
    except BaseException:
        text = ""
    kinds = tuple(_kind(kind) for kind in type(problem).__mro__)
    return Raised(kinds, modules.plainly(text), _where(problem, modules))


def _kind(kind: type) -> str:
    # A class of the student's own that only bears the name of one of Python's is not that one.
    taken = vars(builtins).get(kind.__name__, kind) is not kind
    return f"{kind.__name__} of its own" if taken else kind.__name__


def _where(problem: BaseException, modules: Modules) -> str:
    where, trace = "", problem.__traceback__
    while trace is not None:
        if place := modules.place(trace.tb_frame.f_code.co_filename):
            where = f"{place} line {trace.tb_lineno}"
        trace = trace.tb_next
    return where


def unloadable(file: str, problem: BaseException, modules: Modules) -> str:
    """Why the file cannot be loaded, in one sentence that names the file and the line."""
    if isinstance(problem, SyntaxError) and (place := modules.place(problem.filename)):
        line = f" line {problem.lineno}" if problem.lineno else ""
        return f"{place}{line}: {type(problem).__name__}: {problem.msg}"
    if isinstance(problem, OSError) and modules.place(str(problem.filename or "")) == file:
        return f"{file} cannot be read: {problem.strerror}"
    return f"{file} cannot be loaded: it {raised(problem, modules)}"


def misfit(file: str, module: ModuleType, need: Need) -> str | None:
    """Why the module does not give what is needed, or `None` if it does.

    A class without the method is no misfit yet: its objects may be given one as they are made.
    """
    if need.arguments is None:
        return None
    owner, _, method = need.name.partition(".")
    target: object = getattr(module, owner, _MISSING)
    if target is _MISSING:
        return f"{file} does not define {owner}"
    also = 0
    if method:
        held = inspect.getattr_static(target, method, None)
        # A slot or a property gives each object a method of its own: a call will tell.
        if not isinstance(target, type) or held is None or inspect.isdatadescriptor(held):
            return None
        also = 0 if isinstance(held, staticmethod | classmethod) else 1
        target = getattr(target, method)
        if not callable(target) and hasattr(type(held), "__get__"):
            return None
    return _mismatch(file, target, need, also)


def _mismatch(file: str, target: object, need: Need, also: int) -> str | None:
    if not callable(target):
        return f"{need.name} in {file} cannot be called: it is {described(target)}"
    try:
        signature = inspect.signature(target, follow_wrapped=False)
    except Exception:  # no signature to be had, as for some of Python's own: a call will tell
        return None
    try:
        signature.bind(*[None] * ((need.arguments or 0) + also))
    except TypeError:
        arguments = "1 argument" if need.arguments == 1 else f"{need.arguments} arguments"
        takes = ", ".join(list(signature.parameters)[also:])
        return f"{need.name} in {file} must take {arguments}; it takes ({takes})"
    return None


def _fingerprint(arguments: Sequence[object]) -> bytes | None:
    """Bytes that stay the same while the arguments do; none if there are no such."""
    try:
        return pickle.dumps(arguments)
    except Exception:  # something is in there now that belongs to the student's code alone
        return None


class _NeverMade(NamedTuple):
    """Stands for an object whose class raised: whatever is asked of it raises the same."""

    raised: Raised


class _Returned(NamedTuple):
    """What a call returned, and how that was told."""

    result: object
    told: Value | Odd


class _Watched(NamedTuple):
    """Arguments of a call, and what they looked like."""

    arguments: Sequence[object]
    fingerprint: bytes | None

    def is_changed(self) -> bool:
        """Whether they may have changed."""
        return self.fingerprint is None or _fingerprint(self.arguments) != self.fingerprint


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
        self._watched: dict[tuple[str, str], deque[_Watched]] = {}
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
                if problem := misfit(exercise.file, module, need):
                    return problem
        except BaseException as problem:
            return unloadable(exercise.file, problem, self._modules)
        return module

    def _answer(self, exercise: str, module: ModuleType, call: Call) -> Answer:
        if call.afresh:
            self._kept = {key: kept for key, kept in self._kept.items() if key[0] != exercise}
            self._watched = {key: seen for key, seen in self._watched.items() if key in self._kept}
        owner = module if call.on is None else self._kept[exercise, call.on]
        if isinstance(owner, _NeverMade):
            return Answer(raised=owner.raised)
        self._emitted = []
        arguments: Sequence[object] = call.args
        if not _STAND_INS.isdisjoint(map(type, arguments)):
            if any(isinstance(arg, Previous) and not self._is_there(arg) for arg in arguments):
                return NOTHING
            arguments = [self._argument(call, arg) for arg in arguments]
        before = _fingerprint(arguments) if call.watched else None
        reads = call.on is not None and call.name in self._attributes[exercise]
        try:
            result: object = getattr(owner, call.name, _MISSING)
            is_there = result is not _MISSING and (reads or callable(result))
            if callable(result) and not reads:
                result = result(*arguments)
            value = None if call.keep is not None or not is_there else plain(result)
        except BaseException as problem:
            happened = raised(problem, self._modules)
            result = _NeverMade(happened)
            answer = Answer(raised=happened, emitted=tuple(self._emitted))
        else:
            if not is_there:
                file, kind = self._exercises[exercise].file, "attribute" if reads else "method"
                message = f"{file}: {described(owner)} has no {kind} {call.name}"
                raise Fault(exercise, "broken", message)
            emitted = self._emitted
            answer = (
                Answer(value, emitted=tuple(emitted)) if emitted or value is not None else NOTHING
            )
        if call.keep is not None:
            self._kept[exercise, call.keep] = result
            self._watched.pop((exercise, call.keep), None)
        else:
            self._previous = _Returned(result, answer.value)
        if not call.watched:
            return answer
        return self._with_changes(exercise, call.on, _Watched(arguments, before), answer)

    def _with_changes(self, exercise: str, on: str | None, own: _Watched, answer: Answer) -> Answer:
        """The answer, and what has become of the arguments, and of those before them."""
        if own.is_changed():
            answer = answer._replace(after=tuple(map(plain, own.arguments)))
            own = _Watched(own.arguments, _fingerprint(own.arguments))
        if on is None:
            return answer
        known = self._watched.setdefault((exercise, on), deque(maxlen=MOST_WATCHED))
        # To look at all of them is slow: whoever takes nothing new has the time.
        looked_at = list(known)[-1:] if own.arguments else known
        if changed := next((before for before in looked_at if before.is_changed()), None):
            answer = answer._replace(earlier=tuple(map(plain, changed.arguments)))
        if own.arguments:
            known.append(own)
        return answer

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
