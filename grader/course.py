"""The course: which labs there are, what each one's `lab.toml` says, and where its files stand.

A lab is a folder of `labs/` that holds a `lab.toml`; no lab is known by name. Runs nothing and
imports no lab.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import labs

LABS = Path(labs.__path__[0])


@dataclass(frozen=True)
class Mark:
    """What `lab.toml` says of one check.

    Its points count only together with those of the check numbered `together_with`, if any.
    """

    number: int
    points: int
    hint: str
    together_with: int | None


@dataclass(frozen=True)
class Lab:
    """One lab. `files` maps its exercises' names to their file names, in the order of the days."""

    name: str
    title: str
    order: int
    files: Mapping[str, str]
    marks: tuple[Mark, ...]
    starter: Path
    solutions: Path


def course_folder(name: str, root: Path = LABS) -> Path:
    """Where the course's folder of that name is: inside an installed `labs`, or beside a clone's.

    The installed place comes first: beside an installed `labs` are other people's packages.
    """
    installed = root / "course" / name
    return installed if installed.is_dir() else root.parent / name


def find_labs(root: Path = LABS) -> tuple[Lab, ...]:
    """Every lab of the course, in order."""
    found = [_read(path.parent, root) for path in root.glob("*/lab.toml")]
    return tuple(sorted(found, key=lambda lab: (lab.order, lab.name)))


def _read(folder: Path, root: Path) -> Lab:
    said = tomllib.loads((folder / "lab.toml").read_text(encoding="utf-8"))
    return Lab(
        name=folder.name,
        title=said["title"],
        order=said["order"],
        files={name: words["file"] for name, words in said["exercises"].items()},
        marks=tuple(_mark(words) for words in said["checks"]),
        starter=course_folder("starter", root) / folder.name,
        solutions=course_folder("solutions", root) / folder.name,
    )


def _mark(words: Mapping[str, int | str]) -> Mark:
    together_with = words.get("with")
    return Mark(
        number=int(words["number"]),
        points=int(words["points"]),
        hint=str(words["hint"]),
        together_with=None if together_with is None else int(together_with),
    )


def is_starters(file: Path, starters: Path) -> bool:
    """Whether the file still holds the starter's text; how its lines end does not matter."""
    try:
        return _lines(file) == _lines(starters)
    except OSError:
        return False


def _lines(file: Path) -> list[str]:
    text = file.read_bytes().decode("utf-8-sig", errors="replace")
    return [line.rstrip() for line in text.rstrip().splitlines()]
