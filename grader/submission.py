"""Finds a submission: the folder that holds a student's files for one lab.

Knows the course's labs and file names. It never reads or runs a student's file; whatever is not
there is said in one sentence.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.course import Lab, is_starters
from grader.meant import no_such_lab
from grader.record import Usage
from labs.course import course_folder

MARKER = ".koda"
"""A folder that holds a folder of this name is a workspace."""


@dataclass(frozen=True)
class Submission:
    """A student's files for one lab, right in `folder`. `given` is the path as it was asked for."""

    lab: Lab
    folder: Path
    given: str

    def starters(self, exercise: str) -> tuple[Path, Path]:
        """The starter's file, and the text of it that a workspace's file began as, if it did."""
        file = self.lab.files[exercise]
        began = self.folder.parent / MARKER / "starter" / self.lab.name / file
        return self.lab.starter / file, began

    @property
    def is_written(self) -> bool:
        """Whether each exercise has a file that is no longer the starter's."""
        files = self.lab.files.items()
        there = all((self.folder / file).is_file() for _, file in files)
        return there and not any(self.is_unwritten(name) for name, _ in files)

    def is_unwritten(self, exercise: str) -> bool:
        """Whether the exercise's file is still the starter's."""
        file = self.folder / self.lab.files[exercise]
        return any(is_starters(file, text) for text in self.starters(exercise))


def find_submissions(
    where: str | None, lab_name: str | None, labs: Sequence[Lab], here: Path = Path()
) -> tuple[Submission, ...]:
    """The submissions in the folder `where`, or in the default one: of the lab, or of every lab.

    Raises:
        Usage: there is no such folder or lab, or no file of any lab in it.
    """
    wanted = labs if lab_name is None else [lab_named(lab_name, labs)]
    given = default_folder(labs, here) if where is None else where
    try:
        _require_folder(given)
        found = tuple(_found(given, wanted, flat=lab_name is not None))
        return found or _refuse(given, wanted, named=lab_name is not None)
    except OSError as problem:
        raise Usage(f"{given} cannot be read: {problem.strerror}") from None


def workspace_around(here: Path) -> Path | None:
    """The nearest folder, `here` or one that it is in, that is a workspace."""
    around = (here.resolve(), *here.resolve().parents)
    return next((folder for folder in around if (folder / MARKER).is_dir()), None)


def lab_around(labs: Sequence[Lab], here: Path) -> Lab | None:
    """The lab whose folder of a workspace `here` is, or is in."""
    root, here = workspace_around(here), here.resolve()
    if root is None:
        return None
    return next((lab for lab in labs if here.is_relative_to(root / lab.name)), None)


def name_or_around(
    name: str | None, where: str | None, labs: Sequence[Lab], here: Path = Path()
) -> str | None:
    """The name that was given, else that of the lab around `here`, if no folder was given."""
    if name is not None or where is not None:
        return name
    around = lab_around(labs, here)
    return None if around is None else around.name


def default_folder(labs: Sequence[Lab], here: Path) -> str:
    """The workspace around `here`, else the starter."""
    if (workspace := workspace_around(here)) is not None:
        return str(workspace)
    starter = here / "starter"
    holds_a_lab = any(_holds(starter / lab.name, lab) for lab in labs)
    return str(starter if holds_a_lab else course_folder("starter"))


def lab_named(name: str, labs: Sequence[Lab]) -> Lab:
    """The lab of that name.

    Raises:
        Usage: there is none.
    """
    for lab in labs:
        if lab.name == name:
            return lab
    raise no_such_lab(name, labs)


def _require_folder(given: str) -> None:
    if not given:
        raise Usage("--submission needs the path of a folder; it is empty")
    if not Path(given).exists():
        raise Usage(f"there is no folder {given}")
    if not Path(given).is_dir():
        raise Usage(f"{given} is not a folder; name the folder that the files are in")


def _holds(folder: Path, lab: Lab) -> bool:
    return any((folder / file).is_file() for file in lab.files.values())


def _found(given: str, wanted: Sequence[Lab], *, flat: bool) -> Iterator[Submission]:
    # A flat folder says nothing of its lab: only where the lab was named is it looked into.
    for lab in wanted:
        inside = Path(given) / lab.name
        if _holds(inside, lab):
            yield Submission(lab, inside, given)
        elif flat and _holds(Path(given), lab):
            yield Submission(lab, Path(given), given)


def _refuse(given: str, wanted: Sequence[Lab], *, named: bool) -> tuple[Submission, ...]:
    for lab in wanted:
        if not named and _holds(Path(given), lab):
            command = f"grader check {lab.name} --submission {given}"
            raise Usage(f"{given} holds files of a lab without saying which lab: {command}")
    if named:
        files = ", ".join(wanted[0].files.values())
        raise Usage(f"{given} holds no file of {wanted[0].name}: it has {files}")
    folders = ", ".join(f"{lab.name}/" for lab in wanted)
    raise Usage(f"{given} holds no file of any lab; it should have one of the folders {folders}")
