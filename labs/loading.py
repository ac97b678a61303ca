"""A student's files, loaded into the kernel: what the plays run on that need more than one cell's.

Knows how a workspace looks. It loads to look at, never to judge by: a check runs the same files in
a process of their own. What cannot be loaded is said in one sentence.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from labs.calls import Exercise, Told
from labs.course import course_folder
from labs.naming import Named

_PACKAGE = "my_files"


class NotLoaded(Told):
    """A file is missing or cannot be loaded; the text says which and why."""


@dataclass(frozen=True)
class Shelf:
    """Where a lab's files lie, and on which day each exercise is written."""

    lab: str
    exercises: Sequence[Exercise]
    days: Mapping[str, int]

    @property
    def starters(self) -> Path:
        """The files with which everybody starts."""
        return course_folder("starter") / self.lab

    def around(self, here: Path | None = None) -> Path:
        """The lab's folder in the workspace around this folder.

        Raises:
            NotLoaded: there is none.
        """
        here = (here or Path()).resolve()
        folders = [around / self.lab for around in (here, *here.parents)]
        first = self.exercises[0].file
        found = next((folder for folder in folders if (folder / first).is_file()), None)
        if found is None:
            raise NotLoaded(
                "there is no workspace here: make one with `grader init`, and open this"
            )
        return found

    def parts(self, folder: Path) -> tuple[Named, ...]:
        """The parts that the files in that folder are to define.

        Raises:
            NotLoaded: one is missing or cannot be loaded.
        """
        with _importable(folder):
            return tuple(part for one in self.exercises for part in _parts(folder, one))

    def untouched(self, folder: Path) -> tuple[str, ...]:
        """The exercises whose file in that folder is still the starter's."""
        return tuple(
            one.name
            for one in self.exercises
            if _text(self.starters / one.file) == _text(folder / one.file)
        )

    def said(self, untouched: Sequence[str]) -> str:
        """The files in words, a line each."""
        wide = max(len(one.file) for one in self.exercises) + 2
        return "\n".join(
            f"{one.file:<{wide}}{self._whose(one.name, untouched)}" for one in self.exercises
        )

    def _whose(self, exercise: str, untouched: Sequence[str]) -> str:
        if exercise in untouched:
            return f"still the starter's: Day {self.days[exercise]} writes it"
        return "yours"


def _parts(folder: Path, exercise: Exercise) -> Iterator[Named]:
    module = _module(folder / exercise.file)
    for name in dict.fromkeys(need.name for need in exercise.needs if "." not in need.name):
        if not hasattr(module, name):
            raise NotLoaded(f"{exercise.file} does not define {name}")
        yield Named(name, getattr(module, name))


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
