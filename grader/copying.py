"""Copies what goes behind the wall: a submission, the words, and the code that runs there.

Knows files and their limits. Promises: only plain files from inside the submission's folder are
copied, nothing is ever written to it, and a folder that is too much is refused with a sentence.
"""

import functools
import os
import py_compile
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path

from grader.record import Usage
from labs.course import LABS, course_folder

MOST_FILES = 1_000
MOST_BYTES = 16 * 1024 * 1024

HERE = Path(__file__).parent
_HOST = (
    *(
        "__init__.py",
        "answers.py",
        "arguments.py",
        "calling.py",
        "child.py",
        "complaints.py",
        "limits.py",
    ),
    *("loading.py", "values.py", "wire.py"),
)
_IMPORTED = re.compile(r"^from labs\.(\w+) import", re.MULTILINE)


def make_room(folder: Path) -> Path:
    """A new room: a folder that holds a copy of the submission, and of what runs it.

    Raises:
        Usage: the submission's folder is too much.
    """
    room = Path(tempfile.mkdtemp(prefix="koda-"))
    try:
        copy_submission(folder, room / "submission")
        copy_host(room)
    except BaseException:
        remove(room)
        raise
    return room


def remove(room: Path) -> None:
    """Remove the room, as far as a student's code lets us."""
    shutil.rmtree(room, ignore_errors=True)


def copy_submission(folder: Path, target: Path) -> None:
    """Copy the folder's plain files.

    Raises:
        Usage: there are too many, or they are too large.
    """
    size = 0
    target.mkdir()
    for count, (file, inside) in enumerate(_files(folder), start=1):
        size += file.stat().st_size
        if count > MOST_FILES or size > MOST_BYTES:
            most = f"{MOST_FILES:,} files or {MOST_BYTES // 1024**2} MiB"
            raise Usage(f"{folder} holds more than {most}: more than any submission needs")
        copy = target / inside
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)


def _files(folder: Path) -> Iterator[tuple[Path, Path]]:
    """The plain files below the folder and their places in it; folders of tools are left out."""
    for place, folders, names in os.walk(folder):
        folders[:] = [f for f in folders if not _is_of_tools(Path(place, f))]
        for name in names:
            file = Path(place, name)
            # A link may lead out of the folder: to a neighbour's answer, say.
            if file.is_file() and file.resolve().is_relative_to(folder.resolve()):
                yield file, file.relative_to(folder)


def _is_of_tools(folder: Path) -> bool:
    hidden = folder.name.startswith(".") or folder.name in ("__pycache__", "node_modules")
    return hidden or (folder / "pyvenv.cfg").exists()


def copy_host(room: Path) -> None:
    """Copy the labs' words and what runs a student's code, and nothing else of ours."""
    for package in ("grader", "labs"):
        (room / package / "__pycache__").mkdir(parents=True)
    for inside, content, times in _ours():
        copy = room / inside
        copy.write_bytes(content)
        os.utime(copy, ns=times)


@functools.cache  # a class is many rooms
def _ours() -> Sequence[tuple[Path, bytes, tuple[int, int]]]:
    """Where each of our files goes, what is in it, and its times, which its compiled form names."""
    modules = [(HERE, name) for name in _HOST] + [(LABS, name) for name in _words()]
    return [
        (Path(folder.name) / file.relative_to(folder), file.read_bytes(), _times(file))
        for folder, name in modules
        for file in _with_its_compiled_form(folder / name)
    ]


def _words() -> list[str]:
    """The words, which are the labs' modules that a starter imports, and what answers are in."""
    starters = course_folder("starter").glob("*/*.py")
    named = {name for file in starters for name in _IMPORTED.findall(file.read_text("utf-8"))}
    return ["__init__.py", "calls.py", *(f"{name}.py" for name in sorted(named))]


def _with_its_compiled_form(file: Path) -> Iterator[Path]:
    """The file, and what saves compiling it each time, if that is to be had."""
    yield file
    with suppress(OSError, NotImplementedError):
        compiled = Path(cache_from_source(str(file)))
        if not sys.dont_write_bytecode and not _is_newer(compiled, file):
            py_compile.compile(str(file))  # of what only runs behind the wall
        if compiled.exists():
            yield compiled


def _is_newer(file: Path, other: Path) -> bool:
    return file.exists() and file.stat().st_mtime_ns >= other.stat().st_mtime_ns


def _times(file: Path) -> tuple[int, int]:
    known = file.stat()
    return known.st_atime_ns, known.st_mtime_ns
