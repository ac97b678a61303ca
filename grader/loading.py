"""A submission's modules: loaded by path, importable only while the submission's code is at work.

Knows Python's import system and one folder. Must not know exercises or checks. Two submissions'
files of one name never meet, nothing of either stays importable afterwards, and nothing is
written beside a student's files.
"""

import functools
import importlib
import importlib.util
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING
from warnings import catch_warnings, simplefilter

if TYPE_CHECKING:
    from importlib.abc import Loader
else:  # a third of a child's start would go into importing it
    Loader = object

PACKAGE = "koda_submission"
"""The package that every submission's files are modules of; only one is there at a time."""

NEVER_SHADOWED = {*sys.builtin_module_names, "labs", "grader", PACKAGE}


class _Source(SourceFileLoader):
    """Compiles the file's bytes: no bytecode is trusted, and none is left behind."""

    def __init__(self, fullname: str, path: str, plain: str | None) -> None:
        super().__init__(fullname, path)
        self._plain = plain

    def get_code(self, fullname: str) -> CodeType:
        """The code of the file as it is now."""
        return _compiled(self.get_data(self.path), self.path)

    def exec_module(self, module: ModuleType) -> None:
        """Run the file; under its plain name too it is found from the start, as in a circle."""
        if self._plain is None:
            super().exec_module(module)
            return
        sys.modules[self._plain] = module
        try:
            super().exec_module(module)
        except BaseException:
            sys.modules.pop(self._plain, None)
            raise


@functools.lru_cache(maxsize=64)  # the reference is loaded afresh for each run of a check
def _compiled(source: bytes, path: str) -> CodeType:
    return compile(source, path, "exec", dont_inherit=True)


class _Plainly(Loader):
    """Loads `helper` as the very module that `from . import helper` gives."""

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Leave it to Python to make a placeholder."""
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Put the submission's module in the placeholder's stead."""
        sys.modules[module.__name__] = importlib.import_module(f"{PACKAGE}.{module.__name__}")


class _Finder:
    """Finds a submission's files, relatively and plainly, before anything else is looked for."""

    def __init__(self, plain_names: set[str]) -> None:
        self._plain_names = plain_names

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None, /
    ) -> ModuleSpec | None:
        """Where the module is; `None` if it is not the submission's."""
        top, _, rest = fullname.partition(".")
        if top == PACKAGE:
            return self._own(fullname, rest, path or ())
        if top in self._plain_names:
            return importlib.util.spec_from_loader(fullname, _Plainly())
        return None

    def _own(self, fullname: str, rest: str, path: Sequence[str]) -> ModuleSpec | None:
        plain = rest if rest.partition(".")[0] in self._plain_names else None
        for base in (Path(entry, fullname.rpartition(".")[2]) for entry in path):
            for file in (Path(f"{base}.py"), base / "__init__.py"):
                if file.is_file():
                    loader = _Source(fullname, str(file), plain)
                    return importlib.util.spec_from_file_location(fullname, file, loader=loader)
            if base.is_dir():
                spec = ModuleSpec(fullname, None, is_package=True)
                spec.submodule_search_locations = [str(base)]
                return spec
        return None


class Modules:
    """The modules of one submission's folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        names = set(_plain_names(self.folder)) - NEVER_SHADOWED
        self._finder = _Finder(names)
        self._names = names | {PACKAGE}
        self._package = _package(self.folder)
        self._problem: BaseException | None = None
        self._root = _root(self.folder, self._package)
        self._inside = {PACKAGE: self._root}

    @contextmanager
    def open(self) -> Iterator[None]:
        """Make the modules importable, those that the code imports only now included."""
        path = list(sys.path)
        outside = self._taken(known=()) if self._names & sys.modules.keys() else {}
        sys.modules.update(self._inside)
        count = len(sys.modules)
        sys.meta_path.insert(0, self._finder)
        try:
            yield
        finally:
            sys.meta_path[:] = [finder for finder in sys.meta_path if finder is not self._finder]
            sys.path[:] = path
            # To look through everything is slow, and seldom has a call imported anything.
            self._inside = self._taken(self._inside if len(sys.modules) == count else ())
            sys.modules.update(outside)

    def load(self, file: str) -> ModuleType:
        """Load the file, if it has not been; only while open. Raises whatever its code raises."""
        with catch_warnings():
            simplefilter("ignore")
            self._run_package()
            try:
                return importlib.import_module(f"{PACKAGE}.{Path(file).stem}")
            except ImportError as problem:
                raise self._problem or problem from None

    def _run_package(self) -> None:
        """Run the submission's own __init__.py, if it has one and it has not been run.

        An error in it breaks the exercises that need what it was to define, and no other one.
        """
        package, self._package = self._package, None
        if package is None:
            return
        try:
            package.exec_module(self._root)
        except BaseException as problem:
            self._problem = problem

    def place(self, filename: str | None) -> str | None:
        """A path inside the submission as a student knows it; `None` for any other path."""
        if filename is None or not Path(filename).is_relative_to(self.folder):
            return None
        return Path(filename).relative_to(self.folder).as_posix()

    def plainly(self, text: str) -> str:
        """The text without the names that only we gave, a folder's that is another each time."""
        for ours in (f"{PACKAGE}.", f"{self.folder}{os.sep}", f"{self.folder.parent}{os.sep}"):
            text = text.replace(ours, "")
        return text

    def _taken(self, known: Sequence[str] | dict[str, ModuleType]) -> dict[str, ModuleType]:
        names = known or [n for n in sys.modules if n.partition(".")[0] in self._names]
        return {name: sys.modules.pop(name) for name in list(names) if name in sys.modules}


def _package(folder: Path) -> _Source | None:
    """What loads the folder's own __init__.py, if it has one."""
    file = folder / "__init__.py"
    return _Source(PACKAGE, str(file), None) if file.is_file() else None


def _root(folder: Path, package: _Source | None) -> ModuleType:
    spec = ModuleSpec(PACKAGE, package, is_package=True)
    spec.submodule_search_locations = [str(folder)]
    if package is not None:
        spec.origin, spec.has_location = package.path, True
    return importlib.util.module_from_spec(spec)


def _plain_names(folder: Path) -> Iterator[str]:
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.suffix == ".py":
            yield path.stem
        elif path.is_dir() and (_is_package(path) or path.name not in sys.stdlib_module_names):
            yield path.name


def _is_package(folder: Path) -> bool:
    # A bare folder gives way to a module of Python's own, as it does on Python's own path.
    return (folder / "__init__.py").is_file()
