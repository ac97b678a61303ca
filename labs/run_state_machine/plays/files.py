"""A student's four files, loaded into the kernel: what the last day's plays run on.

Knows how a workspace looks. It loads to look at, never to judge by: a check runs the same files in
a process of their own. What cannot be loaded is said in one sentence.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from labs.checking import Told
from labs.course import course_folder
from labs.run_state_machine.contract import EXERCISES
from labs.run_state_machine.plays.naming import Named
from labs.runs import RunStatus

LAB = "run_state_machine"
_PACKAGE = "my_files"
_DAYS = {"state": 1, "orderer": 2, "resume": 3, "merge": 4}


class NotLoaded(Told):
    """A file is missing or cannot be loaded; the text says which and why."""


class Stuck(Told):
    """The table refuses a legal move, and so no run would ever end; the text says which."""


@dataclass(frozen=True)
class Files:
    """The four files of one folder: their functions, and which are still the starter's."""

    functions: tuple[Named, ...]
    untouched: tuple[str, ...]

    @property
    def transition(self) -> Named:
        """The table: what a picture is drawn from."""
        return self.functions[0]

    def must_allow(self, *moves: tuple[RunStatus, RunStatus]) -> None:
        """Ask the table for the moves that a play needs, before it waits for them.

        Raises:
            Stuck: it does not allow one of them.
        """
        for current, target in moves:
            if _allowed(self.transition, current, target) != target:
                move = f"{current} to {target}"
                raise Stuck(f"state.py refuses {move}, and no run gets through: see check 1")

    def __repr__(self) -> str:
        return "\n".join(f"{e.file:<12}{self._said(e.name)}" for e in EXERCISES)

    def _said(self, exercise: str) -> str:
        if exercise in self.untouched:
            return f"still the starter's: Day {_DAYS[exercise]} writes it"
        return "yours"


def _allowed(table: Named, current: RunStatus, target: RunStatus) -> object:
    try:
        return table(current, target)
    except Exception:
        return None


def my_files(here: Path | None = None) -> Files:
    """The files of the workspace around this folder, as they are saved now.

    Raises:
        NotLoaded: there is no such folder, or a file of it cannot be loaded.
    """
    here = (here or Path()).resolve()
    folders = [around / LAB for around in (here, *here.parents)]
    found = next((folder for folder in folders if (folder / EXERCISES[0].file).is_file()), None)
    if found is None:
        raise NotLoaded("there is no workspace here: make one with `grader init`, and open this")
    return load(found)


def starters_files() -> Files:
    """The files with which everybody starts."""
    return load(course_folder("starter") / LAB)


def load(folder: Path) -> Files:
    """The files in that folder.

    Raises:
        NotLoaded: one is missing or cannot be loaded.
    """
    functions = []
    with _importable(folder):
        for exercise in EXERCISES:
            name = exercise.needs[0].name
            module = _module(folder / exercise.file)
            if not hasattr(module, name):
                raise NotLoaded(f"{exercise.file} does not define {name}")
            functions.append(Named(name, getattr(module, name)))
    begun = course_folder("starter") / LAB
    same = [e.name for e in EXERCISES if _text(begun / e.file) == _text(folder / e.file)]
    return Files(tuple(functions), tuple(same))


def _module(path: Path) -> ModuleType:
    # The text is compiled each time: a file that was saved twice within a second is read twice.
    module = ModuleType(f"{_PACKAGE}.{path.stem}")
    module.__package__ = _PACKAGE
    try:
        exec(compile(_text(path), str(path), "exec", dont_inherit=True), module.__dict__)
    except Exception as problem:
        said = f"{type(problem).__name__}: {problem}"
        raise NotLoaded(f"{path.name} cannot be loaded: {said}") from None
    return module


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as problem:
        raise NotLoaded(f"{path.name} cannot be read: {problem.strerror}") from None


@contextmanager
def _importable(folder: Path) -> Iterator[None]:
    """Let the files import each other, plainly or relatively; nothing of that stays."""
    before = set(sys.modules)
    package = ModuleType(_PACKAGE)
    package.__path__ = [str(folder)]
    sys.modules[_PACKAGE] = package
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            if name == _PACKAGE or _is_in(folder, sys.modules[name]):
                del sys.modules[name]


def _is_in(folder: Path, module: ModuleType) -> bool:
    file = getattr(module, "__file__", None)
    return isinstance(file, str) and Path(file).is_relative_to(folder)
