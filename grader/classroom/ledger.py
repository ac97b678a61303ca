"""The ledger: every finished entry, a line each, on disk before anybody is told.

Knows one file. It is only ever added to, so whoever goes back to another lab, or to an earlier
version of a work, finds it graded. A line that was torn by a power cut is dropped. In memory are
a name, a fingerprint and a place in the file each.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from grader.classroom.entry import Entry, Task
from grader.record import Usage

_BEGINS = b'{"student": '
"""So begins every entry, of whatever version."""


@dataclass(frozen=True)
class _Place:
    finished: bool
    offset: int


class Ledger:
    """The entries in an open file."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._places: dict[tuple[str, str], _Place] = {}
        self._end = 0
        self._load()

    def _load(self) -> None:
        self._file.seek(0)
        for line in self._file:
            if not line.endswith(b"\n"):
                break
            with suppress(ValueError):  # from another version, say: graded again
                self._note(Entry.from_line(line), self._end)
            self._end += len(line)
        self._file.truncate(self._end)

    def _note(self, entry: Entry, offset: int) -> None:
        # Trouble was ours, and may be over: it is not held to be finished.
        self._places[entry.student, entry.print] = _Place(entry.state != "trouble", offset)

    def has(self, work: Task) -> bool:
        """Whether this very work is finished."""
        place = self._places.get((work.student, work.print))
        return place is not None and place.finished

    def add(self, entry: Entry) -> None:
        """Keep the entry; after the call it is on disk."""
        line = entry.line().encode() + b"\n"
        self._file.seek(self._end)
        self._file.write(line)
        self._file.flush()
        os.fsync(self._file.fileno())
        self._note(entry, self._end)
        self._end += len(line)

    def entry(self, work: Task) -> Entry:
        """The last entry of this very work."""
        self._file.seek(self._places[work.student, work.print].offset)
        return Entry.from_line(self._file.readline())


@contextmanager
def open_ledger(path: Path) -> Iterator[Ledger]:
    """The ledger in that file, which is made if it is missing; nobody else may write to it.

    Raises:
        Usage: it cannot be written, another grading is at it, or it is somebody else's.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        file = path.open("r+b")
    except OSError as problem:
        raise Usage(f"{path} cannot be written: {problem.strerror}") from None
    with file:
        _lock(file, path)
        _require_ours(file, path)
        yield Ledger(file)


def _require_ours(file: IO[bytes], path: Path) -> None:
    # After a power cut there may be a part of a line, or zeros.
    if not _BEGINS.startswith(file.read(len(_BEGINS)).rstrip(b"\0")):
        way = "move it away, or name another folder with --out"
        raise Usage(f"{path} is there already, and not as grader class writes it: {way}")


def _lock(file: IO[bytes], path: Path) -> None:
    if sys.platform == "win32":
        return
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise Usage(f"another `grader class` is writing {path}: let it end first") from None
