"""A small course on disk, folders of student's files, and a real site to run checks in."""

from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Protocol

import pytest

from grader.course import Lab, find_labs
from grader.submission import Submission
from labs.runtime.system import Site, open_site

LAB_TOML = """
title = "A small lab"
order = 1
[exercises.alpha]
file = "alpha.py"
day = 1
[exercises.beta]
file = "beta.py"
day = 2
[[checks]]
number = 1
points = 60
hint = "Look at alpha."
[[checks]]
number = 2
points = 40
with = 1
hint = "Look at both."
"""
RIGHT = {"alpha.py": "def value():\n    return 1\n", "beta.py": "def value():\n    return 2\n"}
STARTER = {"alpha.py": "def value():\n    return 0\n", "beta.py": "def value():\n    return 0\n"}

WriteFiles = Callable[[Mapping[str, str | bytes]], Path]


class Submit(Protocol):
    """Submits the right files, some replaced; a file whose text is None is left out."""

    def __call__(self, **texts: str | None) -> Submission: ...


def write(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """The files, written into the folder; a name may have folders in it."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text.encode() if isinstance(text, str) else text)
    return folder


@pytest.fixture
def write_files(tmp_path: Path) -> WriteFiles:
    """Write a student's files into a new folder."""
    return lambda files: write(tmp_path / f"work{len(list(tmp_path.iterdir()))}", files)


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """The `labs` folder of a course with one lab, its starter and its solutions beside it."""
    write(tmp_path / "course" / "labs" / "small", {"lab.toml": LAB_TOML})
    write(tmp_path / "course" / "starter" / "small", STARTER)
    write(tmp_path / "course" / "solutions" / "small", RIGHT)
    return tmp_path / "course" / "labs"


@pytest.fixture
def lab(course: Path) -> Lab:
    """The one lab of the small course."""
    (found,) = find_labs(course)
    return found


@pytest.fixture
def submit(lab: Lab, write_files: WriteFiles) -> Submit:
    """Submit files of the small course's lab."""

    def submitted(**texts: str | None) -> Submission:
        files = {**RIGHT, **{f"{name}.py": text for name, text in texts.items()}}
        folder = write_files({name: text for name, text in files.items() if text is not None})
        return Submission(lab, folder, str(folder))

    return submitted


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    """A place for systems, all in this process."""
    async with open_site(None) as opened:
        yield opened
