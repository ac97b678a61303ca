"""The roll: who is in the class, by the folder that holds a folder or an archive a student.

Knows names and kinds of directory entries. It opens nothing: whatever an entry turns out to be, it
is somebody's, and gets a row.
"""

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.record import Usage

ARCHIVES = (".zip", ".tar", ".tgz", ".gz", ".bz2", ".xz", ".rar", ".7z")
"""What looks handed in. Only zips are opened; the others get a row that says so."""


@dataclass(frozen=True)
class Student:
    """One student, called as the folder or the archive is called, and where the work is."""

    name: str
    path: Path


@dataclass(frozen=True)
class Roll:
    """The class, in the order of the names, and the entries that are nobody's work.

    `twins` are the entries that would have the same name, without the endings of the archives.
    """

    students: Sequence[Student]
    ignored: Sequence[str] = ()
    twins: Sequence[str] = ()


def call_roll(folder: Path) -> Roll:
    """Everyone in the folder.

    Raises:
        Usage: it is no folder, or nobody is in it.
    """
    try:
        entries = [entry for entry in os.scandir(folder) if not _is_hidden(entry.name)]
    except FileNotFoundError:
        raise Usage(f"there is no folder {folder}") from None
    except OSError as problem:
        raise Usage(f"{folder} cannot be read: {problem.strerror}") from None
    theirs = [entry for entry in entries if _is_somebodys(entry)]
    if not theirs:
        raise Usage(f"nobody is in {folder}: it should hold a folder or a zip for each student")
    ignored = sorted(entry.name for entry in entries if entry not in theirs)
    plain = {path: path.name if path.is_dir() else path.stem for path in map(Path, theirs)}
    taken = Counter(plain.values())
    twins = sorted(path.name for path, name in plain.items() if taken[name] > 1)
    return Roll(_named(plain, taken), ignored, twins)


def _is_hidden(name: str) -> bool:
    return name.startswith(".") or name == "__MACOSX"


def _is_somebodys(entry: "os.DirEntry[str]") -> bool:
    return entry.is_dir() or entry.name.lower().endswith(ARCHIVES)


def _named(plain: Mapping[Path, str], taken: Mapping[str, int]) -> Sequence[Student]:
    """Archives go by their names without the ending, unless somebody else has that name."""
    students = [Student(n if taken[n] == 1 else path.name, path) for path, n in plain.items()]
    return sorted(students, key=lambda student: student.name)
