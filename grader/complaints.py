"""Why a submission's file cannot be used, and what its code raised: in plain words.

Knows the contract of an exercise's file and a submission's modules; standard library only, for a
child process is to run it too. Paths and lines are the student's own.
"""

import builtins
import inspect
from collections.abc import Sequence
from types import ModuleType

from grader.loading import Modules
from grader.values import MOST_TEXT, described
from labs.calls import Need, Raised

_MISSING = object()
_PYTHONS_OWN = dict(vars(builtins))
"""As they are before a student's code may put something else in their places."""


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
    taken = _PYTHONS_OWN.get(kind.__name__, kind) is not kind
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


def misfit(file: str, module: ModuleType, need: Need, alike: Sequence[Need]) -> str | None:
    """Why the module does not give what is needed, or `None` if it does.

    A class without the method is no misfit yet: its objects may be given one as they are made.
    `alike` are all needs of that name: it may be called in several ways.
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
    name = f"{need.name} in {file}"
    if not callable(target):
        return f"{name} cannot be called: it is {described(target)}"
    if inspect.iscoroutinefunction(target):
        return f"{name} is an `async def`: it is called plainly, and nobody awaits it"
    return _mismatch(name, target, need.arguments + also, alike, is_method=also > 0)


def _mismatch(
    name: str, target: object, count: int, alike: Sequence[Need], *, is_method: bool
) -> str | None:
    assert callable(target)
    try:
        signature = inspect.signature(target, follow_wrapped=False)
    except Exception:  # no signature to be had, as for some of Python's own: a call will tell
        return None
    try:
        signature.bind(*[None] * count)
    except TypeError:
        besides = " besides self" if is_method or isinstance(target, type) else ""
        return f"{name} must take {_arguments(alike)}{besides}; it takes ({_taken(target)})"
    return None


def _arguments(alike: Sequence[Need]) -> str:
    numbers = " as well as ".join(str(need.arguments) for need in alike)
    return f"{numbers} argument{'' if numbers == '1' else 's'}"


def _taken(target: object) -> str:
    # Of a class, the first argument of what makes its objects would be left out: self, or what
    # stands in its place because self was forgotten.
    made = vars(target).get("__init__") if isinstance(target, type) else None
    taker = made if inspect.isfunction(made) else target
    assert callable(taker)
    return ", ".join(inspect.signature(taker, follow_wrapped=False).parameters)
