"""Looks again and again at the files that a student saves, and says which labs they concern.

Knows a folder's files by their looks: when they changed, how large they are, what they hold. Asks
by itself instead of waiting to be told, so that a network's folder is watched as well. It is
handed its pauses; must not know what a grading is.
"""

import hashlib
import os
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from grader.submission import Submission

SMALL = 64 * 1024
"""A file up to this size is read each time: on some disks two saves have one time stamp."""

QUIET_SECONDS = 0.2
MOST_WAITS = 25

Looks = Mapping[Path, str]
"""What each file looks like."""


@dataclass
class Watch:
    """The files below `root` that matter: notebooks, and whatever Python a submission holds."""

    root: Path
    pause: Callable[[float], None]
    interval: float
    _known: dict[Path, tuple[int, int, str]] = field(default_factory=dict)

    def rounds(self, submissions: Callable[[], Collection[Submission]]) -> Iterator[set[str]]:
        """The labs to check: at first all, then those that a change concerns, once it is over."""
        before = self.looks()
        yield {submission.lab.name for submission in submissions()}
        while True:
            self.pause(self.interval)
            now = self._settled(before)
            changed = {file for file in before | now if before.get(file) != now.get(file)}
            before = now
            if labs := _concerned(changed, submissions() if changed else ()):
                yield labs

    def looks(self) -> dict[Path, str]:
        """What every file that matters looks like now."""
        return {file: look for file in _files(self.root) if (look := self._look(file)) is not None}

    def _settled(self, before: Looks) -> dict[Path, str]:
        """How the files look; if they have changed, once two looks are the same."""
        now = self.looks()
        if now == before:
            return now
        for _ in range(MOST_WAITS):
            self.pause(QUIET_SECONDS)
            last, now = now, self.looks()
            if last == now:
                break
        return now

    def _look(self, file: Path) -> str | None:
        try:
            stamp = file.stat()
            known = self._known.get(file)
            if known and known[:2] == (stamp.st_mtime_ns, stamp.st_size) and stamp.st_size > SMALL:
                return known[2]
            look = hashlib.sha256(file.read_bytes()).hexdigest()
        except OSError:  # it has just gone, or is just being written
            return None
        self._known[file] = (stamp.st_mtime_ns, stamp.st_size, look)
        return look


def _files(root: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(root):
        folders[:] = [f for f in folders if not f.startswith(".") and f != "__pycache__"]
        for name in names:
            if name.endswith((".py", ".ipynb")) and not name.startswith("."):
                yield Path(place, name)


def _concerned(changed: Collection[Path], submissions: Collection[Submission]) -> set[str]:
    """A file concerns the lab whose folder it is in; a notebook may have written to any."""
    names = set()
    for submission in submissions:
        inside = any(file.is_relative_to(submission.folder) for file in changed)
        if inside or any(file.suffix == ".ipynb" for file in changed):
            names.add(submission.lab.name)
    return names
