"""The versions of one exercise that were replaced: plain files in a folder, the oldest first.

Knows a folder and a disk. A version is the very file that was replaced, moved here: whatever an
editor had still to write into it is in it too. Nothing here is ever changed or taken away.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from grader.disk import Disk
from grader.record import Usage

Reason = Literal["cell", "reset", "restore", "update", "unfinished"]
"""What replaced it: `unfinished` is a version that was to be written when the power failed."""

_NAME = re.compile(r"(\d{1,9})-([a-z]+)\.py")


@dataclass(frozen=True)
class Version:
    """One replaced version. `saved` is when it was last written, in seconds since 1970."""

    number: int
    reason: str
    file: Path
    saved: float

    def data(self) -> bytes:
        """What it holds."""
        return self.file.read_bytes()

    @property
    def lines(self) -> int:
        """How many lines it has."""
        return len(self.data().splitlines())


@dataclass(frozen=True)
class History:
    """The replaced versions of the exercise of that name, in the folder."""

    exercise: str
    folder: Path
    disk: Disk

    def versions(self) -> tuple[Version, ...]:
        """Every version, the oldest first."""
        files = self.folder.iterdir() if self.folder.is_dir() else ()
        found = ((_NAME.fullmatch(file.name), file) for file in files)
        made = [_version(name, file) for name, file in found if name is not None]
        return tuple(sorted(made, key=lambda version: (version.number, version.reason)))

    def version(self, number: int) -> Version:
        """The version of that number.

        Raises:
            Usage: there is none.
        """
        there = self.versions()
        for version in there:
            if version.number == number:
                return version
        count = f"the last one is {there[-1].number}" if there else "none was replaced yet"
        raise Usage(f"{self.exercise} has no version {number}; {count}")

    def take(self, file: Path, reason: Reason) -> Version | None:
        """Move the file here, as the newest version; `None` if there is no such file."""
        if not file.exists():
            return None
        number = max((version.number for version in self.versions()), default=0) + 1
        while not self.disk.claim(claimed := self.folder / f"{number:04}-{reason}.py"):
            number += 1
        try:
            self.disk.move(file, claimed)
        except FileNotFoundError:  # somebody else was quicker
            self.disk.remove(claimed)
            return None
        return Version(number, reason, claimed, claimed.stat().st_mtime)


def _version(name: "re.Match[str]", file: Path) -> Version:
    return Version(int(name[1]), name[2], file, file.stat().st_mtime)
