"""The few steps by which a workspace changes on disk, each whole or not at all.

Knows files and the operating system; must not know exercises. Promises: a file is never seen half
written, `place` never takes the room of a file that is there, and what was done stays done when
the power fails. Every step can be replaced, so that a test may stop after any of them.
"""

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from grader.record import Usage

LOCK_SECONDS = 10.0


def text_of(file: Path) -> str | None:
    """The file's text, whatever it holds; `None` if there is none that can be read."""
    try:
        return file.read_bytes().decode("utf-8-sig", errors="replace")
    except OSError:
        return None


def _sync_folder(folder: Path) -> None:
    # A name is on disk once its folder is. Not every system can open a folder.
    with contextlib.suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _link(file: Path, target: Path) -> None:
    if not hasattr(os, "link"):
        raise OSError(f"no link from {file} to {target}: this system has none")
    os.link(file, target)


@dataclass(frozen=True)
class Disk:
    """Changes files, through the operating system's own steps unless others are given."""

    replace: Callable[[Path, Path], None] = os.replace
    link: Callable[[Path, Path], None] = _link
    sync: Callable[[int], None] = os.fsync
    remove: Callable[[Path], None] = os.unlink

    def write(self, file: Path, data: bytes) -> None:
        """Make the file hold this, or leave it as it was."""
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_name(f"{file.name}.new")
        try:
            with fresh.open("wb") as stream:
                self._fill(stream, data)
            self.move(fresh, file)
        except OSError:
            with contextlib.suppress(OSError):
                self.remove(fresh)
            raise

    def claim(self, file: Path) -> bool:
        """Make an empty file of that name; false if the name is taken."""
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            file.open("xb").close()
        except FileExistsError:
            return False
        return True

    def move(self, file: Path, target: Path) -> None:
        """Give the file another name, in the place of whatever has it."""
        self.replace(file, target)
        _sync_folder(target.parent)

    def place(self, file: Path, target: Path) -> bool:
        """Give the file another name, unless that is taken: then false, and nothing is changed."""
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            self.link(file, target)
        except FileExistsError:
            return False
        except OSError:  # a disk without links
            if not self._copy(file, target):
                return False
        _sync_folder(target.parent)
        with contextlib.suppress(FileNotFoundError):
            self.remove(file)
        return True

    def _copy(self, file: Path, target: Path) -> bool:
        data = file.read_bytes()
        try:
            with target.open("xb") as stream:
                self._fill(stream, data)
        except FileExistsError:
            return False
        return True

    def _fill(self, stream: BinaryIO, data: bytes) -> None:
        stream.write(data)
        stream.flush()
        self.sync(stream.fileno())


@contextmanager
def alone(lock: Path, patience: float = LOCK_SECONDS) -> Iterator[None]:
    """Hold the lock: whoever else asks for it waits. It ends with its holder, whatever happens.

    Raises:
        Usage: somebody held it for longer than one is patient.
    """
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("ab") as stream:
        deadline = time.monotonic() + patience
        while not _locked(stream):
            if time.monotonic() >= deadline:
                raise Usage(f"another program holds {lock}; try again when it has ended")
            time.sleep(0.01)
        yield


def _locked(stream: BinaryIO) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            stream.seek(0)
            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except (ImportError, OSError):
        # A disk without locks. Nothing is lost without: names are claimed, none is taken twice.
        return True
    return True
