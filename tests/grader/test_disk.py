"""Disks that are full, read-only, without links or without locks, and files that appear whole."""

import errno
import os
from pathlib import Path

import pytest

from grader.course import Lab
from grader.disk import Disk, alone, text_of
from grader.furnish import furnish
from grader.record import Usage
from grader.workspace import Workspace
from tests.grader.conftest import STARTER, write
from tests.grader.power import kept, new_workspace
from tests.privileges import bound_by_permissions

MINE = b"mine"


@pytest.fixture
def workspace(tmp_path: Path, lab: Lab) -> Workspace:
    made = new_workspace(tmp_path / "work", lab)
    furnish(made, tmp_path / "none")
    return made


def without_links(source: Path, target: Path) -> None:
    raise OSError(errno.EPERM, "no links here")


def test_a_disk_without_links(workspace: Workspace, lab: Lab) -> None:
    bare = Workspace(workspace.root, [lab], Disk(link=without_links))
    alpha = bare.exercise("alpha")
    alpha.file.write_bytes(MINE)
    bare.reset(alpha)
    assert alpha.file.read_text() == STARTER["alpha.py"]
    assert MINE in kept(bare, lab)
    assert not any(path.is_file() for path in (bare.own / "incoming").rglob("*"))
    assert not bare.add(Path("small/alpha.py"), b"the course's")


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_a_full_or_read_only_disk(workspace: Workspace, lab: Lab, code: int) -> None:
    def fails(*args: object) -> None:
        raise OSError(code, os.strerror(code))

    alpha = workspace.exercise("alpha")
    alpha.file.write_bytes(MINE)
    for disk in (Disk(sync=fails), Disk(replace=fails)):
        with pytest.raises(Usage) as refused:
            Workspace(workspace.root, [lab], disk).reset(alpha)
        said = f"small/alpha.py cannot be written: {os.strerror(code)}; nothing of yours was lost"
        assert str(refused.value) == said
        assert alpha.file.read_bytes() == MINE


def test_a_folder_that_may_not_be_written(workspace: Workspace) -> None:
    alpha = workspace.exercise("alpha")
    alpha.file.write_bytes(MINE)
    alpha.file.parent.chmod(0o500)
    said = "cannot be written: Permission denied"
    with bound_by_permissions(), pytest.raises(Usage, match=said):
        workspace.reset(alpha)
    assert alpha.file.read_bytes() == MINE


def test_whole_or_not_at_all(tmp_path: Path) -> None:
    def fails(source: Path, target: Path) -> None:
        raise OSError(errno.EIO, "broken")

    file = tmp_path / "deep" / "a.py"
    Disk().write(file, b"old")
    with pytest.raises(OSError, match="broken"):
        Disk(replace=fails).write(file, b"new")
    assert [path.read_bytes() for path in file.parent.iterdir()] == [b"old"]


def test_placing_never_takes_the_room_of_another(tmp_path: Path) -> None:
    write(tmp_path, {"a": "a", "b": "b"})
    assert not Disk().place(tmp_path / "a", tmp_path / "b")
    assert Disk().place(tmp_path / "a", tmp_path / "c")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b", "c"]


def test_one_at_a_time(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    second = alone(lock, patience=0)
    with alone(lock), pytest.raises(Usage, match="another program holds"):
        second.__enter__()
    with alone(lock, patience=0):
        pass


def test_a_text_whatever_it_holds(tmp_path: Path) -> None:
    write(tmp_path, {"a": b"\xef\xbb\xbfa\xff"})
    assert text_of(tmp_path / "a") == "a\ufffd"
    assert text_of(tmp_path / "b") is None
