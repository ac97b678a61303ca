"""A class's folder, and what students hand in."""

import shutil
from pathlib import Path
from typing import Protocol

import pytest

from grader.classroom.entry import Terms
from grader.classroom.fingerprint import course_print
from grader.course import Lab, find_labs
from labs.course import course_folder

LAB: Lab = find_labs()[0]


class HandIn(Protocol):
    """Hands in a student's files: the solutions or the starter, some files replaced."""

    def __call__(self, name: str, tree: str = "solutions", **files: str) -> Path: ...


@pytest.fixture
def terms() -> Terms:
    return Terms((LAB.name,), "mock", 6, course_print())


@pytest.fixture
def spring(tmp_path: Path) -> Path:
    """The class's folder, empty."""
    folder = tmp_path / "spring"
    folder.mkdir()
    return folder


@pytest.fixture
def hand_in(spring: Path) -> HandIn:
    """Hand in a student's files: the solutions or the starter, some files replaced."""

    def handed(name: str, tree: str = "solutions", **files: str) -> Path:
        folder = spring / name
        source, litter = course_folder(tree) / LAB.name, shutil.ignore_patterns("__pycache__")
        shutil.copytree(source, folder / LAB.name, ignore=litter)
        for file, text in files.items():
            (folder / LAB.name / f"{file}.py").write_text(text)
        return folder

    return handed


@pytest.fixture(autouse=True)
def _no_services(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("REDIS_URL", "DATABASE_URL", "MOCK"):
        monkeypatch.delenv(name, raising=False)
