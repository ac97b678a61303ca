"""Where a report may be written: never over a file that somebody else has made.

Knows how what we write begins, and files. It is asked before anything is graded: a grading whose
results have no place would be in vain.
"""

import errno
import os
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO

from grader.record import Usage
from grader.report.gradescope import GRADESCOPE_BEGINS
from grader.report.junit import JUNIT_BEGINS
from grader.report.table import HEADINGS

_ENOUGH = 1024
"""Bytes of a file by which it is known."""
_ZIP_BEGINS, _ZIP_ENDS = ("setup.sh", "run_autograder", "lab"), "course/requirements.txt"


def _begins(beginning: str) -> Callable[[IO[bytes]], bool]:
    return lambda file: file.read(_ENOUGH).startswith(beginning.encode())


def _is_our_zip(file: IO[bytes]) -> bool:
    # The first two files are in every autograder of Gradescope's, the others in ours alone.
    try:
        with zipfile.ZipFile(file) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError):
        return False
    return (*names[:3], *names[-1:]) == (*_ZIP_BEGINS, _ZIP_ENDS)


KINDS: Mapping[str, tuple[str, Callable[[IO[bytes]], bool]]] = {
    "csv": ("a table of ours", _begins(",".join(HEADINGS) + "\r\n")),
    "junit": ("JUnit XML of ours", _begins(JUNIT_BEGINS)),
    "gradescope": ("Gradescope results of ours", _begins(GRADESCOPE_BEGINS)),
    "zip": ("an autograder of ours", _is_our_zip),
}
"""What is written, in words, and whether a file is such a one."""


def require_target(file: str, kind: str, asked: str) -> Path:
    """The file, if it may be written: it is new, empty, or what we wrote there before.

    `asked` is the option or the argument that names it.

    Raises:
        Usage: it may not, or cannot; nothing has been touched.
    """
    if file == "-":
        raise Usage(f"{asked} needs the name of a file, and - is none: name one")
    path = Path(file)
    _require_end(path, asked)
    if path.is_dir():
        raise Usage(f"{asked} {file} cannot be written: it is a folder; name a file in it")
    if not path.parent.is_dir():
        raise Usage(f"{asked} {file} cannot be written: there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK):
        raise Usage(f"{asked} {file} cannot be written: the folder {path.parent} is read-only")
    if path.exists():
        _require_ours(path, kind, asked)
    return path


def require_targets(files: Mapping[str, str | None]) -> None:
    """The same for all of a command's options, by their names without dashes.

    Raises:
        Usage: one of the files may not be written, or two of them are one.
    """
    taken = dict[Path, str]()
    for form, file in files.items():
        if file is None:
            continue
        target = require_target(file, form, f"--{form}").resolve()
        if target in taken:
            both = f"{taken[target]} and --{form} both name {file}"
            raise Usage(f"{both}: give each a file of its own")
        taken[target] = f"--{form}"


def _require_end(path: Path, asked: str) -> None:
    # To everything else that is asked of it, a link in a loop is no file at all.
    try:
        path.stat()
    except OSError as problem:
        if problem.errno == errno.ELOOP:
            raise Usage(f"{asked} {path} cannot be written: {problem.strerror}") from None


def _require_ours(path: Path, kind: str, asked: str) -> None:
    what, is_ours = KINDS[kind]
    if not path.is_file():
        raise Usage(f"{asked} {path} cannot be written: it is no ordinary file; name another one")
    try:
        with path.open("rb") as opened:
            ours = path.stat().st_size == 0 or is_ours(opened)
    except OSError as problem:
        raise Usage(f"{asked} {path} cannot be looked into: {problem.strerror}") from None
    if not ours:
        kept = f"{asked} {path} is there already and is not {what}, so it is kept"
        raise Usage(f"{kept}: name another file, or remove this one first")
