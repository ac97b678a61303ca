"""Fills a workspace from the course, or brings it up to date: whatever is missing is added.

Knows the course's folders. Promises: a file that is there is never touched, only told about. What
a file began as is remembered, so that a newer course can be told from a student's own change.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.course import is_starters
from grader.record import Usage
from grader.submission import MARKER, workspace_around
from grader.workspace import Workspace
from labs.course import LABS

DEFAULT = "workspace"


@dataclass(frozen=True)
class Furnished:
    """What became of one file. `newer`: the course's has changed since this one began."""

    inside: Path
    added: bool
    newer: bool
    exercise: str | None = None


def choose_root(given: str | None, here: Path = Path()) -> Path:
    """The folder to furnish: the one given, else the workspace around `here`, else a new one.

    Raises:
        Usage: there can be no workspace.
    """
    if given == "":
        raise Usage("DIR is empty; name a folder")
    around = workspace_around(here) if given is None else None
    root = around or (here / (given or DEFAULT)).resolve()
    if root.exists() and not root.is_dir():
        raise Usage(f"{given or DEFAULT} is not a folder")
    course = (LABS, *(LABS.parent / name for name in ("starter", "solutions", "notebooks")))
    if root == LABS.parent or any(root.is_relative_to(folder) for folder in course):
        raise Usage(f"{root} is the course's own folder; name another one: grader init {DEFAULT}")
    outer = workspace_around(root.parent)
    if outer is not None and not (root / MARKER).is_dir():
        raise Usage(f"{root} would be inside the workspace {outer}; name a folder elsewhere")
    return root


def furnish(workspace: Workspace, notebooks: Path) -> list[Furnished]:
    """Add whatever of the course is missing.

    Raises:
        Usage: a file cannot be written.
    """
    try:
        workspace.own.mkdir(parents=True, exist_ok=True)
        return [_furnished(workspace, *entry) for entry in _entries(workspace, notebooks)]
    except OSError as problem:
        raise Usage(f"no workspace in {workspace.root}: {problem.strerror}") from None


def _entries(workspace: Workspace, notebooks: Path) -> Iterator[tuple[Path, Path, str | None]]:
    """Each file's source in the course, its place here, and the exercise that it is."""
    for source in sorted(notebooks.rglob("*")):
        inside = source.relative_to(notebooks)
        hidden = any(part.startswith((".", "__")) for part in inside.parts)
        if source.is_file() and not hidden:
            yield source, Path("notebooks") / inside, None
    for exercise in workspace.exercises():
        yield exercise.starter, exercise.file.relative_to(workspace.root), exercise.name


def _furnished(workspace: Workspace, source: Path, inside: Path, exercise: str | None) -> Furnished:
    data = source.read_bytes()
    began = workspace.own / "starter" / inside
    added = workspace.add(inside, data)
    if added or not began.is_file():
        workspace.remember(began.relative_to(workspace.own).as_posix(), lambda _: data)
    file = workspace.root / inside
    newer = not is_starters(began, source) and not is_starters(file, source)
    return Furnished(inside, added, newer, exercise)
