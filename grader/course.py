"""The course: which labs there are, what each one's `lab.toml` says, and where its files stand.

A lab is a folder of `labs/` that holds a `lab.toml`; no lab is known by name. Runs nothing and
imports no lab.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NotRequired, TypedDict

from labs.course import LABS, course_folder

_Check = TypedDict(
    "_Check",
    {
        "number": int,
        "points": int,
        "with": NotRequired[int],
        "after": NotRequired[list[int]],
        "hint": NotRequired[str],
        "hints": NotRequired[list[str]],
    },
)


@dataclass(frozen=True)
class Mark:
    """What `lab.toml` says of one check.

    Its points count only together with those of the check numbered `together_with`, if any. It is
    judged only after the checks numbered in `after` have passed: until then it is blocked. The
    hints are steps: a question, a picture in words, the shape of the data.
    """

    number: int
    points: int
    hints: tuple[str, ...]
    together_with: int | None
    after: tuple[int, ...] = ()

    @property
    def hint(self) -> str:
        """The first step, which a report shows."""
        return self.hints[0]


@dataclass(frozen=True)
class Lab:
    """One lab. `files` maps its exercises' names to their file names, in the order of the days.

    `starter_fails`: the numbers of the checks that an untouched starter must fail, if it is said.
    `first_day`: on which its days begin.
    """

    name: str
    title: str
    order: int
    files: Mapping[str, str]
    marks: tuple[Mark, ...]
    starter: Path
    solutions: Path
    starter_fails: frozenset[int] | None = None
    first_day: int = 1


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
        starter_fails=frozenset(said["starter"]["fails"]) if "starter" in said else None,
        first_day=min(words["day"] for words in said["exercises"].values()),
    )


def _mark(words: _Check) -> Mark:
    return Mark(
        number=words["number"],
        points=words["points"],
        hints=tuple(words["hints"] if "hints" in words else [words["hint"]]),
        together_with=words.get("with"),
        after=tuple(words.get("after", ())),
    )


_SLACK = 4_096
"""Bytes by which line ends and blanks may lengthen a file; a longer one is not the starter's."""


def is_starters(file: Path, starters: Path) -> bool:
    """Whether the file still holds the starter's text; how its lines end does not matter."""
    try:
        # A pipe or a device would keep us reading for ever.
        if not file.is_file() or file.stat().st_size > 2 * starters.stat().st_size + _SLACK:
            return False
        return lines_of(file.read_bytes()) == lines_of(starters.read_bytes())
    except OSError:
        return False


def lines_of(data: bytes) -> list[str]:
    """A file's lines, as far as they matter: how they end does not, nor blank ones at the end."""
    text = data.decode("utf-8-sig", errors="replace")
    return [line.rstrip() for line in text.rstrip().splitlines()]
