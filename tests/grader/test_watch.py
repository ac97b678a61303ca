"""What was saved, and which labs it concerns: no clock, a pause is whatever we do in it."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import pytest

from grader.course import Lab
from grader.submission import Submission
from grader.watch import SMALL, Watch
from tests.grader.conftest import RIGHT, write

Action = Callable[[], object]


class Watched(Protocol):
    """Watches while all this happens; the rounds that there were."""

    def __call__(self, *actions: Action) -> list[set[str]]: ...


class Pauses:
    """In each pause the next thing happens; after the last one, the student stops watching."""

    def __init__(self, *actions: Action) -> None:
        self.actions = list(actions)

    def __call__(self, seconds: float) -> None:
        if not self.actions:
            raise KeyboardInterrupt
        self.actions.pop(0)()


def nothing() -> None:
    pass


@pytest.fixture
def root(tmp_path: Path) -> Path:
    files = {f"{folder}/{name}": text for folder in ("a", "b") for name, text in RIGHT.items()}
    return write(tmp_path / "work", {**files, "notebooks/day1.ipynb": "{}", ".koda/lock": ""})


@pytest.fixture
def watched(root: Path, lab: Lab) -> Watched:
    submissions = [Submission(replace(lab, name=name), root / name, str(root)) for name in "ab"]

    def rounds(*actions: Action) -> list[set[str]]:
        watch = Watch(root, Pauses(*actions), 1.0)
        seen: list[set[str]] = []
        with pytest.raises(KeyboardInterrupt):
            seen.extend(watch.rounds(lambda: submissions))
        return seen

    return rounds


def save(file: Path, text: str) -> Action:
    return lambda: file.write_text(text)


def test_all_at_once_and_then_only_what_was_saved(watched: Watched, root: Path) -> None:
    assert watched(nothing, save(root / "b/alpha.py", "new"), nothing, nothing) == [
        {"a", "b"},
        {"b"},
    ]


def test_many_saves_in_a_row_are_one(watched: Watched, root: Path) -> None:
    saves = [save(root / "a/alpha.py", f"new {n}") for n in range(5)]
    assert watched(*saves, nothing, nothing) == [{"a", "b"}, {"a"}]


def test_a_file_that_is_saved_without_end_is_checked_all_the_same(
    watched: Watched, root: Path
) -> None:
    saves = [save(root / "a/alpha.py", f"new {n}") for n in range(60)]
    assert watched(*saves)[:2] == [{"a", "b"}, {"a"}]


def test_a_new_time_without_new_content_is_nothing(watched: Watched, root: Path) -> None:
    touch = lambda: os.utime(root / "a/alpha.py", (1, 1))  # noqa: E731
    assert watched(touch, nothing, nothing) == [{"a", "b"}]


def test_new_content_with_the_old_time_and_size_is_seen(watched: Watched, root: Path) -> None:
    file = root / "a/alpha.py"
    before = file.stat()

    def saved_within_one_tick() -> None:
        file.write_bytes(file.read_bytes()[::-1])
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))

    assert watched(saved_within_one_tick, nothing, nothing) == [{"a", "b"}, {"a"}]


def test_a_notebook_may_concern_every_lab(watched: Watched, root: Path) -> None:
    large = save(root / "notebooks/day1.ipynb", "x" * (SMALL + 1))
    assert watched(large, nothing, nothing, nothing) == [{"a", "b"}, {"a", "b"}]


def test_new_files_gone_files_and_files_that_are_none_of_ours(watched: Watched, root: Path) -> None:
    seen = watched(
        save(root / "a/helper.py", "new"),
        nothing,
        (root / "b/beta.py").unlink,
        nothing,
        save(root / "a/notes.txt", "new"),
        save(root / "loose.py", "new"),
        nothing,
        save(root / ".koda/lock.py", "new"),
        nothing,
    )
    assert seen == [{"a", "b"}, {"a"}, {"b"}]
