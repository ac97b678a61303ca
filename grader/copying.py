"""Copies what goes behind the wall: a submission, the words, and the code that runs there.

Knows files and their limits. Promises: only plain files from inside the submission's folder are
copied, nothing is ever written to it, and a folder that is too much is refused with a sentence.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from grader.course import LABS
from grader.record import Usage

MOST_FILES = 1_000
MOST_BYTES = 16 * 1024 * 1024

_HERE = Path(__file__).parent
_HOST = ("__init__.py", "calling.py", "child.py", "limits.py", "loading.py", "wire.py")


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
    """The plain files below the folder and their places in it; hidden folders are left out."""
    for place, folders, names in os.walk(folder):
        folders[:] = [f for f in folders if not f.startswith(".") and f != "__pycache__"]
        for name in names:
            file = Path(place, name)
            # A link may lead out of the folder: to a neighbour's answer, say.
            if file.is_file() and file.resolve().is_relative_to(folder.resolve()):
                yield file, file.relative_to(folder)


def copy_host(room: Path) -> None:
    """Copy the labs' words and what runs a student's code, and nothing else of ours."""
    for package, source, names in (
        ("grader", _HERE, _HOST),
        ("labs", LABS, sorted(path.name for path in LABS.glob("*.py"))),
    ):
        (room / package).mkdir()
        for name in names:
            shutil.copyfile(source / name, room / package / name)
