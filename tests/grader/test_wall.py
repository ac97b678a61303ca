"""The wall and the control groups: what they are made of, and what is said to be lacking."""

import os
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from grader import wall
from grader.cgroups import Groups, make_groups
from grader.limits import MEMORY_BYTES
from tests.grader.conftest import write
from tests.grader.hostile.around import need_bubblewrap


def test_bubblewrap_does_its_work_here() -> None:
    need_bubblewrap()
    assert not [gap for gap in wall.gaps() if "bubblewrap" in gap]


def test_packages_and_a_course_in_the_library_are_hidden(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    library = tmp_path / "lib"
    write(library, {"python3.11/site-packages/labs/runs.py": "", "course/labs/runs.py": ""})
    monkeypatch.setattr(wall, "_LIBRARIES", (str(library),))
    monkeypatch.setattr(wall, "LABS", library / "course" / "labs")
    walls = wall.walls("bwrap", tmp_path)
    hidden = [walls[i + 1] for i, word in enumerate(walls) if word == "--tmpfs"]
    assert str(library / "python3.11/site-packages") in hidden
    assert str(library / "course") in hidden
    assert all(("--remount-ro", path) in pairwise(walls) for path in hidden)


@pytest.mark.parametrize(
    ("tool", "said"), [(None, "install bubblewrap"), ("/bin/false", "not allowed to do its work")]
)
def test_a_wall_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch, tool: str | None, said: str
) -> None:
    monkeypatch.setattr(wall, "bubblewrap", lambda: tool)
    (gap,) = [gap for gap in wall.gaps() if "network" in gap]
    assert gap.startswith("network, other files and other processes are in reach")
    assert said in gap


@pytest.mark.parametrize(("system", "said"), [("win32", "Windows"), ("darwin", "macOS")])
def test_other_systems(monkeypatch: pytest.MonkeyPatch, system: str, said: str) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert any(said in gap for gap in wall.gaps())


def test_no_control_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wall, "make_groups", Groups)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    said = "\n".join(wall.gaps())
    assert "memory is limited to 512 MiB for each process, not for all of them together" in said
    assert "the number of processes is not limited for root" in said


class Hierarchy:
    """Folders that look like control groups: a new one has the files that the controllers make."""

    def __init__(self, folder: Path, own: str, controllers: dict[str, list[str]]) -> None:
        self.root = folder / "cgroup"
        self.own = folder / "own"
        self.own.write_text(own)
        self.controllers = {self.root / place: names for place, names in controllers.items()}
        for place in self.controllers:
            place.mkdir(parents=True)

    def mkdir(self, folder: Path) -> None:
        for name in self.controllers.get(folder.parent, []):
            (folder / name).write_text("")


@pytest.fixture
def first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hierarchy:
    own = "9:name=systemd:/\n8:pids:/\n4:memory,other:/deep/place\n0::/\n"
    limits = {"memory/deep/place": ["memory.limit_in_bytes"], "pids": ["pids.max"]}
    return patched(Hierarchy(tmp_path, own, limits), monkeypatch)


@pytest.fixture
def second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hierarchy:
    limits = {"user": ["memory.max", "pids.max", "memory.swap.max"], "user/session": []}
    return patched(Hierarchy(tmp_path, "0::/user/session\n", limits), monkeypatch)


def patched(made: Hierarchy, monkeypatch: pytest.MonkeyPatch) -> Hierarchy:
    plain = Path.mkdir

    def mkdir(self: Path) -> None:
        plain(self)
        made.mkdir(self)

    monkeypatch.setattr(Path, "mkdir", mkdir)
    return made


def limits(groups: Groups) -> dict[str, str]:
    return {f.name: f.read_text() for folder in groups.folders for f in folder.iterdir()}


def test_the_first_version(first: Hierarchy) -> None:
    groups = make_groups(first.root, first.own)
    assert limits(groups) == {"memory.limit_in_bytes": str(MEMORY_BYTES), "pids.max": "256"}
    assert groups.limited == {"memory", "pids"}
    assert [folder.parent for folder in groups.folders] == [
        first.root / "memory/deep/place",
        first.root / "pids",
    ]


def test_the_second_version_where_a_group_above_may_be_divided(second: Hierarchy) -> None:
    groups = make_groups(second.root, second.own)
    wanted = {"memory.max": str(MEMORY_BYTES), "memory.swap.max": "0", "pids.max": "256"}
    assert limits(groups) == wanted
    assert groups.folders[0].parent == second.root / "user"
    assert list((second.root / "user/session").iterdir()) == []


def test_nothing_may_be_divided(tmp_path: Path) -> None:
    (tmp_path / "own").write_text("0::/user\n")
    (tmp_path / "cgroup").mkdir()
    assert make_groups(tmp_path / "cgroup", tmp_path / "own") == Groups()
    assert list((tmp_path / "cgroup").iterdir()) == []
    assert make_groups(tmp_path / "cgroup", tmp_path / "no") == Groups()


@pytest.mark.parametrize("name", ["memory.oom_control", "memory.events"])
def test_who_was_killed_for_memory(tmp_path: Path, name: str) -> None:
    assert Groups((tmp_path,)).killed_for_memory() == 0
    (tmp_path / name).write_text("oom 3\noom_kill 2\n")
    assert Groups((tmp_path,)).killed_for_memory() == 2
