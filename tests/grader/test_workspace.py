"""A workspace's files: replaced, kept, brought back, and never lost."""

import errno
import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.course import Lab
from grader.disk import Disk
from grader.furnish import furnish
from grader.record import Usage
from grader.workspace import Foreign, Workspace, find_workspace
from tests.grader.conftest import STARTER, write
from tests.grader.power import Power, PowerFailure, kept, new_workspace

MINE = b"def value():\r\n    return '\xff mine'\r\n"
Work = Callable[[Workspace], object]


@pytest.fixture
def workspace(tmp_path: Path, lab: Lab) -> Workspace:
    made = new_workspace(tmp_path / "work", lab)
    furnish(made, tmp_path / "none")
    return made


def test_a_reset_keeps_what_was_there_to_the_byte(workspace: Workspace) -> None:
    alpha = workspace.exercise("alpha")
    alpha.file.write_bytes(MINE)
    replaced = workspace.reset(alpha)
    assert replaced is not None
    assert (replaced.number, replaced.reason, replaced.data()) == (1, "reset", MINE)
    assert alpha.file.read_text() == STARTER["alpha.py"]
    assert replaced.file == workspace.root / ".koda/history/small/alpha/0001-reset.py"
    assert workspace.reset(alpha) is None


def test_a_restore_keeps_the_present_one_first(workspace: Workspace) -> None:
    alpha = workspace.exercise("alpha")
    for text in (b"one", b"two"):
        alpha.file.write_bytes(text)
        workspace.reset(alpha)
    alpha.file.write_bytes(b"three")
    replaced = workspace.restore(alpha, 1)
    assert alpha.file.read_bytes() == b"one"
    assert replaced is not None
    assert [v.data() for v in workspace.history(alpha).versions()] == [b"one", b"two", b"three"]
    assert workspace.restore(alpha, 1) is None
    with pytest.raises(Usage, match="alpha has no version 9; the last one is 3"):
        workspace.restore(alpha, 9)


def test_a_missing_file_is_put_back(workspace: Workspace) -> None:
    alpha = workspace.exercise("alpha")
    alpha.file.unlink()
    assert workspace.reset(alpha) is None
    assert alpha.file.read_text() == STARTER["alpha.py"]


def test_a_cell_saves_over_the_starters_text_and_over_a_cells(workspace: Workspace) -> None:
    alpha = workspace.exercise("alpha")
    workspace.save(alpha, "first = 'é'\n")
    replaced = workspace.save(alpha, "second\n")
    assert alpha.file.read_bytes() == b"second\n"
    assert replaced is not None
    assert replaced.data() == "first = 'é'\n".encode()
    assert alpha.saved.read_bytes() == b"second\n"


def test_a_cell_leaves_any_other_text_alone(workspace: Workspace) -> None:
    alpha = workspace.exercise("alpha")
    alpha.file.write_bytes(MINE)
    with pytest.raises(Foreign, match=r"small/alpha\.py holds a text that no cell saved"):
        workspace.save(alpha, "a cell")
    assert alpha.file.read_bytes() == MINE
    workspace.overwrite(alpha, "a cell")
    assert MINE in kept(workspace, workspace.labs[0])
    workspace.save(alpha, "another")


@pytest.mark.parametrize("name", ["alpha", "alpha.py", "small/alpha.py", "small\\alpha.py"])
def test_names_of_an_exercise(workspace: Workspace, name: str) -> None:
    assert workspace.exercise(name).name == "alpha"


def test_an_unknown_exercise(workspace: Workspace) -> None:
    with pytest.raises(Usage, match="there is no exercise 'gamma'; there are: alpha, beta"):
        workspace.exercise("gamma")


def test_finding_the_workspace(workspace: Workspace, tmp_path: Path) -> None:
    deep = workspace.root / "a" / "b"
    deep.mkdir(parents=True)
    assert find_workspace(workspace.labs, deep).root == workspace.root
    with pytest.raises(Usage, match="in no workspace; `grader init` makes one"):
        find_workspace(workspace.labs, tmp_path)


OPERATIONS: dict[str, Work] = {
    "overwrite": lambda w: w.overwrite(w.exercise("alpha"), "a cell's"),
    "reset": lambda w: w.reset(w.exercise("alpha")),
    "restore": lambda w: w.restore(w.exercise("alpha"), 1),
    "init": lambda w: furnish(w, Path("none")),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_the_power_fails_after_any_step(tmp_path: Path, lab: Lab, name: str) -> None:
    for steps in range(60):
        root = tmp_path / f"{name}{steps}"
        whole = new_workspace(root, lab)
        write(root, {"small/alpha.py": b"old"})
        whole.reset(whole.exercise("alpha"))
        write(root, {"small/alpha.py": MINE})
        power = Power(steps)
        try:
            OPERATIONS[name](Workspace(whole.root, [lab], power.disk()))
        except PowerFailure:
            after_power_failed(whole, lab)
        else:
            break
    assert 4 < steps < 59


def after_power_failed(whole: Workspace, lab: Lab) -> None:
    assert {b"old", MINE} <= kept(whole, lab)
    whole.mend()
    assert whole.exercise("alpha").file.exists()
    assert {b"old", MINE} <= kept(whole, lab)
    whole.reset(whole.exercise("alpha"))
    assert whole.exercise("alpha").file.read_text() == STARTER["alpha.py"]
    assert {b"old", MINE} <= kept(whole, lab)


@pytest.mark.parametrize("step", ["replace", "link"])
def test_an_editor_saves_while_the_file_is_being_replaced(
    workspace: Workspace, lab: Lab, step: str
) -> None:
    alpha = workspace.exercise("alpha")
    alpha.file.write_bytes(MINE)
    saves = [b"and again", b"meanwhile"]

    def save_before(source: Path, target: Path) -> None:
        if saves and alpha.file in {source, target}:
            alpha.file.write_bytes(saves.pop())
        (os.replace if step == "replace" else os.link)(source, target)

    disk = Disk(replace=save_before) if step == "replace" else Disk(link=save_before)
    Workspace(workspace.root, [lab], disk).reset(alpha)
    assert alpha.file.read_text() == STARTER["alpha.py"]
    # What an editor itself wrote over is the student's own doing.
    expected = {b"meanwhile"} if step == "replace" else {MINE, b"meanwhile", b"and again"}
    assert expected <= kept(workspace, lab)


def test_an_editor_that_saves_without_end(workspace: Workspace, lab: Lab) -> None:
    alpha = workspace.exercise("alpha")
    alpha.file.write_bytes(b"mine, too")

    def linking(source: Path, target: Path) -> None:
        alpha.file.write_bytes(MINE)
        os.link(source, target)

    with pytest.raises(Usage, match="is being written by another program"):
        Workspace(workspace.root, [lab], Disk(link=linking)).reset(alpha)
    assert alpha.file.read_bytes() == MINE


def no_locks(*args: object) -> None:
    raise OSError(errno.ENOLCK, "no locks")


@pytest.mark.parametrize("locks", [True, False])
def test_many_writers_at_once(
    workspace: Workspace, lab: Lab, monkeypatch: pytest.MonkeyPatch, locks: bool
) -> None:
    if not locks:
        monkeypatch.setattr("fcntl.flock", no_locks)
    done: list[bytes] = []

    def write_many(name: str) -> None:
        own = Workspace(workspace.root, [lab])
        for number in range(8):
            try:
                own.overwrite(own.exercise("alpha"), f"{name}{number}")
            except Usage:  # then the cell says so, and still has its text
                assert not locks
            else:
                done.append(f"{name}{number}".encode())

    threads = [threading.Thread(target=write_many, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    workspace.mend()
    assert len(done) == 24 or not locks
    assert set(done) <= kept(workspace, lab)


@pytest.mark.parametrize("inside", ["small", "small/alpha.py", ".koda/history", ".koda"])
def test_no_link_is_followed_out(workspace: Workspace, tmp_path: Path, inside: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    path = workspace.root / inside
    if path.exists():
        path.rename(elsewhere)
    else:
        elsewhere.mkdir()
    path.symlink_to(elsewhere)
    before = sorted(elsewhere.rglob("*"))
    with pytest.raises(Usage, match=r"is a link; the grader writes through none"):
        workspace.overwrite(workspace.exercise("alpha"), "mine")
    assert sorted(elsewhere.rglob("*")) == before


def test_a_folder_in_a_files_place(workspace: Workspace) -> None:
    alpha = workspace.exercise("alpha")
    alpha.file.unlink()
    alpha.file.mkdir()
    with pytest.raises(Usage, match=r"small/alpha\.py is a folder; there should be a file"):
        workspace.reset(alpha)


def test_notes(workspace: Workspace) -> None:
    assert workspace.recall("a.json") == b""
    workspace.remember("a.json", lambda data: data + b"1")
    workspace.remember("a.json", lambda data: data + b"2")
    assert workspace.recall("a.json") == b"12"
