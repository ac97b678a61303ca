"""A workspace: a student's own folder, in which nothing that was written is ever lost.

Knows the course's labs and one folder. Must not know who asks: a command, a notebook's cell. A
file is replaced in three steps: the new text is made ready in `.koda/incoming`, the file that is
there moves into the history, the new one takes its place. So every text is under one name or the
other at every moment; an operation that was cut short is finished by the next one. No link is
followed out of the folder.
"""

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from grader.course import Lab, is_starters
from grader.disk import Disk, alone
from grader.history import History, Reason, Version
from grader.record import Usage
from grader.submission import MARKER, workspace_around

TRIES = 5
"""So often an editor may save a file while it is being replaced."""


class Foreign(Usage):
    """The file holds something that neither the starter nor a cell wrote: it stays."""


@dataclass(frozen=True)
class Exercise:
    """Where one exercise stands: its file, the starter's, and what is remembered of the two.

    `began` holds the starter's text that the file began as, `saved` what a cell last saved.
    """

    name: str
    lab: str
    file: Path
    starter: Path
    began: Path
    saved: Path


@dataclass(frozen=True)
class Workspace:
    """The workspace in the folder `root`. Whatever fails is said in one sentence, as `Usage`."""

    root: Path
    labs: Sequence[Lab]
    disk: Disk = field(default_factory=Disk)

    @property
    def own(self) -> Path:
        """The folder of what is remembered here."""
        return self.root / MARKER

    def exercises(self) -> tuple[Exercise, ...]:
        """Every exercise of the course, in the order of the days."""
        return tuple(self._exercise(lab, name) for lab in self.labs for name in lab.files)

    def exercise(self, name: str) -> Exercise:
        """The exercise of that name; the name of its file will do.

        Raises:
            Usage: there is none.
        """
        wanted = name.replace("\\", "/").rpartition("/")[2].removesuffix(".py")
        for exercise in self.exercises():
            if exercise.name == wanted or exercise.file.stem == wanted:
                return exercise
        there = ", ".join(exercise.name for exercise in self.exercises())
        raise Usage(f"there is no exercise {name!a}; there are: {there}")

    def lab_of(self, exercise: Exercise) -> Lab:
        """The lab that the exercise belongs to."""
        return next(lab for lab in self.labs if lab.name == exercise.lab)

    def history(self, exercise: Exercise) -> History:
        """The exercise's replaced versions."""
        folder = self.own / "history" / exercise.lab / exercise.name
        return History(exercise.name, folder, self.disk)

    def save(self, exercise: Exercise, text: str) -> Version | None:
        """Save a cell's text as the exercise's file; the version that it replaced, if any.

        Raises:
            Foreign: the file holds something else than the starter's text or a cell's.
        """
        with self._at_work(exercise.file):
            ours = (exercise.starter, exercise.began, exercise.saved)
            if exercise.file.exists() and not any(is_starters(exercise.file, one) for one in ours):
                raise Foreign(f"{self._shown(exercise.file)} holds a text that no cell saved")
            return self._save(exercise, text)

    def overwrite(self, exercise: Exercise, text: str) -> Version | None:
        """Save a cell's text as the exercise's file, whatever that holds."""
        with self._at_work(exercise.file):
            return self._save(exercise, text)

    def reset(self, exercise: Exercise) -> Version | None:
        """Put the starter's file back; the version that it replaced, if any."""
        with self._at_work(exercise.file):
            starter = exercise.starter.read_bytes()
            replaced = self._put(exercise, starter, "reset")
            self.disk.write(exercise.began, starter)
            return replaced

    def restore(self, exercise: Exercise, number: int) -> Version | None:
        """Bring back the version of that number; the version that it replaced, if any."""
        with self._at_work(exercise.file):
            wanted = self.history(exercise).version(number).data()
            return self._put(exercise, wanted, "restore")

    def add(self, inside: Path, data: bytes) -> bool:
        """Write a file of the course's at that place; false if one is there, which stays."""
        file = self.root / inside
        with self._at_work(file):
            if file.exists():
                return False
            self.disk.write(incoming := self._incoming(file), data)
            placed = self.disk.place(incoming, file)
            self._finish()
            return placed

    def recall(self, name: str) -> bytes:
        """What is remembered under that name; nothing, if nothing can be read."""
        try:
            return (self.own / name).read_bytes()
        except OSError:
            return b""

    def remember(self, name: str, change: Callable[[bytes], bytes]) -> None:
        """Change what is remembered under that name; nobody else changes it meanwhile."""
        with self._at_work(self.own / name):
            self.disk.write(self.own / name, change(self.recall(name)))

    def mend(self) -> None:
        """Finish what was cut short; whatever changes something does so first."""
        if any(self._cut_short()):
            with self._at_work(self.own / "lock"):
                pass

    def _exercise(self, lab: Lab, name: str) -> Exercise:
        file = lab.files[name]
        return Exercise(
            name=name,
            lab=lab.name,
            file=self.root / lab.name / file,
            starter=lab.starter / file,
            began=self.own / "starter" / lab.name / file,
            saved=self.own / "cells" / lab.name / file,
        )

    def _save(self, exercise: Exercise, text: str) -> Version | None:
        data = text.encode("utf-8", errors="surrogatepass")
        replaced = self._put(exercise, data, "cell")
        self.disk.write(exercise.saved, data)
        return replaced

    def _put(self, exercise: Exercise, data: bytes, reason: Reason) -> Version | None:
        """Replace the file, keeping what it held; `None` if it held the same, or nothing."""
        file, incoming = exercise.file, self._incoming(exercise.file)
        if file.exists() and file.read_bytes() == data:
            return None
        replaced = None
        for _ in range(TRIES):
            self.disk.write(incoming, data)
            replaced = self.history(exercise).take(file, reason) or replaced
            if self.disk.place(incoming, file):
                return replaced
        raise Usage(f"{self._shown(file)} is being written by another program; try again")

    def _incoming(self, file: Path) -> Path:
        # A name of its own: on a disk without locks two may be at work at once.
        inside = file.relative_to(self.root)
        return self.own / "incoming" / inside.with_name(f"{secrets.token_hex(4)}-{file.name}")

    def _target(self, incoming: Path) -> Path:
        inside = incoming.relative_to(self.own / "incoming")
        return self.root / inside.with_name(inside.name.partition("-")[2])

    def _cut_short(self) -> Iterator[Path]:
        incoming = self.own / "incoming"
        for path in sorted(incoming.rglob("*")):
            if path.is_file() and path.suffix != ".new":
                yield path

    def _finish(self) -> None:
        exercises = {exercise.file: exercise for exercise in self.exercises()}
        for incoming in self._cut_short():
            file = self._target(incoming)
            if self.disk.place(incoming, file):
                continue
            if incoming.read_bytes() == file.read_bytes() or file.suffix != ".py":
                self.disk.remove(incoming)
            elif file in exercises:
                self.history(exercises[file]).take(incoming, "unfinished")

    @contextmanager
    def _at_work(self, file: Path) -> Iterator[None]:
        """Be the only one at work here, on a file that is this folder's own."""
        try:
            for ours in ("history", "incoming", "starter", "cells"):
                self._require_inside(self.own / ours)
            self._require_inside(file)
            if file.is_dir():
                raise Usage(f"{self._shown(file)} is a folder; there should be a file")
            with alone(self.own / "lock"):
                self._finish()
                try:
                    yield
                except OSError:
                    with suppress(OSError):
                        self._finish()
                    raise
        except OSError as problem:
            why = problem.strerror or type(problem).__name__
            said = f"{self._shown(file)} cannot be written: {why}"
            raise Usage(f"{said}; nothing of yours was lost") from None

    def _require_inside(self, file: Path) -> None:
        for path in (file, *file.parents):
            if path == self.root:
                return
            # On Windows a junction leads elsewhere and is no symbolic link.
            if path.is_symlink() or not path.resolve().is_relative_to(self.root):
                raise Usage(f"{self._shown(path)} is a link; the grader writes through none")

    def _shown(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix()


def find_workspace(labs: Sequence[Lab], here: Path = Path()) -> Workspace:
    """The workspace that `here` is in.

    Raises:
        Usage: it is in none.
    """
    root = workspace_around(here)
    if root is None:
        which = "this folder" if here == Path() else str(here)
        if not here.exists():
            raise Usage(f"there is no folder {here}")
        raise Usage(f"{which} is in no workspace; `grader init` makes one")
    return Workspace(root, labs)
