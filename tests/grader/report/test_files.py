"""A file is written whole or not at all, and is as anybody's new file."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.record import Usage
from grader.report.files import write_texts


@pytest.mark.parametrize("problem", [KeyboardInterrupt(), RuntimeError("no more")])
def test_nothing_is_left_of_a_file_that_was_not_finished(
    tmp_path: Path, problem: BaseException
) -> None:
    file = tmp_path / "rows.csv"
    file.write_text("before")

    def texts() -> Iterator[str]:
        yield "new"
        raise problem

    with pytest.raises(type(problem)):
        write_texts(file, texts())
    assert [*tmp_path.iterdir()] == [file]
    assert file.read_text() == "before"


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "plain").touch()
    for name in ("folder", "none/file", "plain/file"):
        with pytest.raises(Usage, match=f"{name} cannot be written: "):
            write_texts(tmp_path / name, ["new"])
    assert {file.name for file in tmp_path.iterdir()} == {"folder", "plain"}


@pytest.mark.parametrize(("umask", "mode"), [(0o077, 0o600), (0o022, 0o644), (0o002, 0o664)])
def test_the_umask_says_who_may_read_it(tmp_path: Path, umask: int, mode: int) -> None:
    before = os.umask(umask)
    try:
        write_texts(tmp_path / "rows.csv", ["new"])
    finally:
        os.umask(before)
    assert (tmp_path / "rows.csv").stat().st_mode & 0o777 == mode
