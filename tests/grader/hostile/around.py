"""What stands around a hostile submission: where its rooms are, and what may be left of it."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from grader import wall


def need_bubblewrap() -> None:
    """Skip on a laptop, fail in CI: what is not tried there must not look as if it held."""
    tool = wall.bubblewrap()
    if tool is not None and wall.works(tool):
        return
    if os.environ.get("CI"):
        pytest.fail("bubblewrap is needed: apt-get install bubblewrap")
    pytest.skip("bubblewrap is not here, or not allowed to work")


@contextmanager
def watched_rooms(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Have all rooms in the folder; at the end none is left, and no process in one."""
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield folder
    assert list(folder.iterdir()) == []
    assert processes_in(folder) == []


def processes_in(rooms: Path) -> list[str]:
    """The processes that were started in one of the rooms, or work in it."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            said = (process / "cmdline").read_bytes().decode("utf-8", "replace")
            where = str((process / "cwd").readlink())
        except OSError:
            continue
        if str(rooms) in said or where.startswith(str(rooms)):
            found.append(f"{process.name} {said}")
    return found
