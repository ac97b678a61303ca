"""What is copied behind the wall, and what is not."""

import os
import stat
import sys
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path
from unittest.mock import patch

import pytest

from grader import copying
from grader.copying import _with_its_compiled_form, make_room, remove
from grader.record import Usage
from tests.grader.conftest import WriteFiles, write


def copied(folder: Path) -> set[str]:
    room = make_room(folder)
    try:
        submission = room / "submission"
        return {str(f.relative_to(submission)) for f in submission.rglob("*") if f.is_file()}
    finally:
        remove(room)


def test_plain_files_are_copied(write_files: WriteFiles) -> None:
    names = ["a.py", "helpers/b.py", "notes.txt"]
    hidden = [".git/config", "__pycache__/a.pyc", ".koda/history/a.py", "helpers/.venv/x.py"]
    folder = write_files(dict.fromkeys([*names, *hidden], "x"))
    assert copied(folder) == set(names)


def test_no_link_leads_out(write_files: WriteFiles, tmp_path: Path) -> None:
    folder = write_files({"a.py": "mine", "deep/b.py": ""})
    write(tmp_path / "neighbour", {"a.py": "theirs"})
    (folder / "stolen.py").symlink_to(tmp_path / "neighbour" / "a.py")
    (folder / "all").symlink_to(tmp_path / "neighbour")
    (folder / "nothing.py").symlink_to("nowhere")
    (folder / "own.py").symlink_to("a.py")
    assert copied(folder) == {"a.py", "deep/b.py", "own.py"}


def test_what_is_no_file_is_not_opened(write_files: WriteFiles) -> None:
    folder = write_files({"a.py": ""})
    os.mkfifo(folder / "state.py")
    assert copied(folder) == {"a.py"}


def test_too_many_files(write_files: WriteFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copying, "MOST_FILES", 2)
    folder = write_files(dict.fromkeys("abc", ""))
    with pytest.raises(Usage, match=r"holds more than 2 files or 16 MiB"):
        copied(folder)


def test_too_large_files(write_files: WriteFiles) -> None:
    folder = write_files({"a.py": ""})
    with (folder / "a.py").open("wb") as file:
        file.truncate(copying.MOST_BYTES + 1)
    with pytest.raises(Usage, match=r"holds more than 1,000 files or 16 MiB"):
        copied(folder)


def test_a_stale_compiled_form_is_made_anew(tmp_path: Path) -> None:
    file = tmp_path / "words.py"
    file.write_text("x = 1\n")
    compiled = Path(cache_from_source(str(file)))
    compiled.parent.mkdir()
    compiled.write_bytes(b"of long ago")
    os.utime(compiled, ns=(0, 0))
    with patch.object(sys, "dont_write_bytecode", new=True):
        assert list(_with_its_compiled_form(file)) == [file, compiled]
        assert compiled.read_bytes() == b"of long ago"
    with patch.object(sys, "dont_write_bytecode", new=False):
        assert list(_with_its_compiled_form(file)) == [file, compiled]
    assert compiled.read_bytes().startswith(MAGIC_NUMBER)


def test_a_room_holds_no_more_than_it_must(write_files: WriteFiles) -> None:
    room = make_room(write_files({"a.py": ""}))
    try:
        assert {entry.name for entry in room.iterdir()} == {"grader", "labs", "submission"}
        assert stat.S_IMODE(room.stat().st_mode) == 0o700
        ours = {f.name for f in (room / "grader").glob("*.py")}
        assert ours == {"__init__.py", *copying._HOST}
        assert {"runs.py", "calls.py"} <= {f.name for f in (room / "labs").iterdir()}
        assert [f for f in (room / "labs").iterdir() if f.is_dir()] == [room / "labs/__pycache__"]
    finally:
        remove(room)
    assert not room.exists()
