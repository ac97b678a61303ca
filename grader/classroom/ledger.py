"""The ledger: every finished entry, a line each, on disk before anybody is told.

Knows one file. It is only ever added to; of several entries of a student the last one counts. A
line that was torn by a power cut is dropped. In memory are a name and a place in the file each.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from grader.classroom.entry import Entry
from grader.record import Usage


@dataclass(frozen=True)
class _Place:
    print: str
    offset: int


class Ledger:
    """The entries in an open file."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._places: dict[str, _Place] = {}
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
        finished = entry.print if entry.state != "trouble" else ""
        self._places[entry.student] = _Place(finished, offset)

    def has(self, student: str, work_print: str) -> bool:
        """Whether this very work of the student's is finished."""
        place = self._places.get(student)
        return place is not None and place.print == work_print

    def add(self, entry: Entry) -> None:
        """Keep the entry; after the call it is on disk."""
        line = entry.line().encode() + b"\n"
        self._file.seek(self._end)
        self._file.write(line)
        self._file.flush()
        os.fsync(self._file.fileno())
        self._note(entry, self._end)
        self._end += len(line)

    def entry(self, student: str) -> Entry:
        """The student's last entry."""
        self._file.seek(self._places[student].offset)
        return Entry.from_line(self._file.readline())


@contextmanager
def open_ledger(path: Path) -> Iterator[Ledger]:
    """The ledger in that file, which is made if it is missing; nobody else may write to it.

    Raises:
        Usage: it cannot be written, or another grading is at it.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        file = path.open("r+b")
    except OSError as problem:
        raise Usage(f"{path} cannot be written: {problem.strerror}") from None
    with file:
        _lock(file, path)
        yield Ledger(file)


def _lock(file: IO[bytes], path: Path) -> None:
    if sys.platform == "win32":
        return
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise Usage(f"another `grader class` is writing {path}; wait for its end") from None
