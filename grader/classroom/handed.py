"""What a student handed in: a folder or a zip, opened, and the labs' files found in it.

Knows the course's file names and how people pack. The files may lie in a lab's folder or right in
the student's; around them may be one more folder, or one zip. It runs nothing.
"""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from grader.classroom.archive import unpack
from grader.classroom.limits import MOST_DEPTH, TOO_MUCH
from grader.copying import MOST_BYTES, MOST_FILES
from grader.course import Lab
from grader.record import Usage
from grader.submission import Submission, find_submissions

_WRAPPERS = 3
"""So many folders or zips with nothing else beside them are opened to get at the files."""
_MOST_SHOWN = 4


@contextmanager
def opened(path: Path, labs: Sequence[Lab]) -> Iterator[Sequence[Submission]]:
    """The submissions in what was handed in; unpacked files are gone after the block.

    Raises:
        Usage: there is nothing to grade in it, or too much.
    """
    with tempfile.TemporaryDirectory(prefix="koda-class-") as room:
        folder, wrapped = path, 0
        while True:
            if folder.is_file():
                folder = _unpacked(folder, Path(room, str(wrapped)))
            elif not folder.is_dir():
                raise Usage(f"{folder.name} is no plain file: hand in a folder or a zip")
            require_modest(folder)
            if found := _submissions(folder, labs):
                yield found
                return
            only = _only_entry(folder)
            if only is None or wrapped == _WRAPPERS:
                raise Usage(_nothing(folder, labs))
            folder, wrapped = only, wrapped + 1


def _unpacked(file: Path, target: Path) -> Path:
    if file.suffix.lower() != ".zip":
        raise Usage(f"{file.name} cannot be opened: hand in a folder or a zip")
    unpack(file, target)
    return target


def require_modest(folder: Path) -> None:
    """Look through the folder, but no further than the limits.

    Raises:
        Usage: it holds too much.
    """
    for _ in files_below(folder):
        pass


def files_below(folder: Path) -> Iterator[os.DirEntry[str]]:
    """Every plain file below the folder that would be graded, in the order of the names.

    Raises:
        Usage: they are too many or too large.
    """
    count = size = 0
    waiting: list[tuple[str, int]] = [(str(folder), 0)]
    while waiting:
        place, depth = waiting.pop()
        if depth > MOST_DEPTH:
            raise Usage(f"it holds more than {MOST_DEPTH} folders inside one another")
        for entry in _sorted(place, MOST_FILES - count):
            count += 1
            if entry.is_dir(follow_symlinks=False):
                if not _is_litter(entry.name):
                    waiting.append((entry.path, depth + 1))
            elif entry.is_file(follow_symlinks=False):
                size += entry.stat(follow_symlinks=False).st_size
                if size > MOST_BYTES:
                    raise Usage(TOO_MUCH)
                yield entry


def _sorted(place: str, most: int) -> Sequence[os.DirEntry[str]]:
    entries = list[os.DirEntry[str]]()
    with os.scandir(place) as found:
        for entry in found:
            if len(entries) == most:
                raise Usage(TOO_MUCH)
            entries.append(entry)
    return sorted(entries, key=lambda entry: entry.name)


def _is_litter(name: str) -> bool:
    return name.startswith(".") or name in {"__MACOSX", "__pycache__"}


def _submissions(folder: Path, labs: Sequence[Lab]) -> Sequence[Submission]:
    found = list[Submission]()
    for lab in labs:
        try:
            found += find_submissions(str(folder), lab.name, labs)
        except Usage:  # nothing of that lab
            continue
    for submission in found:
        # It may lead to a neighbour's answers.
        if submission.folder != folder and submission.folder.is_symlink():
            raise Usage(f"{submission.folder.name} is a link: hand in the folder itself")
    return found


def _only_entry(folder: Path) -> Path | None:
    entries = [path for path in folder.iterdir() if not _is_litter(path.name)]
    if len(entries) != 1 or entries[0].is_symlink():
        return None
    return entries[0] if entries[0].is_dir() or _is_zip(entries[0]) else None


def _is_zip(path: Path) -> bool:
    return path.suffix.lower() == ".zip" and path.is_file() and not path.is_symlink()


def _nothing(folder: Path, labs: Sequence[Lab]) -> str:
    """Why nothing is graded: the files are missing, or it is not plain which ones are meant."""
    if _only_entry(folder) is None:
        for found, what in (
            (_sets(folder, labs), "sets of files to grade"),
            (_zips(folder), "zips"),
        ):
            if len(found) == 1:
                return f"it holds {found[0]} with something else beside it: hand in that alone"
            if found:
                shown = ", ".join(found[:_MOST_SHOWN]) + ", ..." * (len(found) > _MOST_SHOWN)
                return f"it holds {len(found)} {what}, {shown}: hand in the one that counts, alone"
    if len(labs) == 1:
        return f"it holds no file of {labs[0].name}: {', '.join(labs[0].files.values())}"
    return f"it holds no file of any lab: {', '.join(lab.name for lab in labs)}"


def _zips(folder: Path) -> Sequence[str]:
    return sorted(path.name for path in folder.iterdir() if _is_zip(path))


def _sets(folder: Path, labs: Sequence[Lab]) -> Sequence[str]:
    """The folders, further down than is looked, that hold a lab's files or folder."""
    names = dict[Path, set[str]]()
    for entry in files_below(folder):
        file = Path(entry.path).relative_to(folder)
        names.setdefault(file.parent, set()).add(file.name)
    found = set[str]()
    for place, inside in names.items():
        for lab in labs:
            files = set(lab.files.values())
            if place.name == lab.name and files & inside:
                found.add(place.parent.as_posix())
            elif files <= inside:  # a single one may be called so by chance
                found.add(place.as_posix())
    return sorted(found)
