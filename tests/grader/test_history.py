"""The replaced versions: files that can be read without us."""

import os
from pathlib import Path

import pytest

from grader.disk import Disk
from grader.history import History
from grader.record import Usage
from tests.grader.conftest import write


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History("alpha", tmp_path / "alpha", Disk())


def test_nothing_yet(history: History) -> None:
    assert history.versions() == ()
    with pytest.raises(Usage, match="alpha has no version 1; none was replaced yet"):
        history.version(1)


def test_taking_a_file(history: History, tmp_path: Path) -> None:
    write(tmp_path, {"mine.py": "a\nb\n"})
    os.utime(tmp_path / "mine.py", (5, 5))
    taken = history.take(tmp_path / "mine.py", "cell")
    assert taken is not None
    assert (taken.number, taken.lines, taken.saved) == (1, 2, 5)
    assert not (tmp_path / "mine.py").exists()
    assert history.versions() == (taken,)
    assert history.take(tmp_path / "mine.py", "cell") is None


def test_no_number_is_given_twice_and_strange_files_are_left_alone(
    history: History, tmp_path: Path
) -> None:
    write(history.folder, {"0009-reset.py": "", "notes.txt": "", "0010-Reset.py": "", "12.py": ""})
    write(tmp_path, {"mine.py": "a"})
    taken = history.take(tmp_path / "mine.py", "reset")
    assert taken is not None
    assert [version.number for version in history.versions()] == [9, 10]
    assert len(list(history.folder.iterdir())) == 5


def test_somebody_else_takes_the_file_first(history: History, tmp_path: Path) -> None:
    def too_late(source: Path, target: Path) -> None:
        raise FileNotFoundError

    write(tmp_path, {"mine.py": "a"})
    late = History("alpha", history.folder, Disk(replace=too_late))
    assert late.take(tmp_path / "mine.py", "reset") is None
    assert history.versions() == ()
