"""A student's six files, loaded to be looked at and to be played with."""

import shutil
from pathlib import Path

import pytest

from labs.course import course_folder
from labs.loading import NotLoaded
from labs.streaming_protocol.plays.files import load, my_files, starters_files

SOLUTIONS = course_folder("solutions") / "streaming_protocol"


def test_they_are_found_from_the_notebooks_folder(tmp_path: Path) -> None:
    shutil.copytree(SOLUTIONS, tmp_path / SOLUTIONS.name)
    (tmp_path / "notebooks").mkdir()
    assert repr(my_files(tmp_path / "notebooks")).splitlines()[-1] == "slow_client.py  yours"
    assert "fold.py         still the starter's: Day 8 writes it" in repr(starters_files())


def test_a_file_may_define_two_parts() -> None:
    names = [part.__name__ for part in load(SOLUTIONS)]
    assert names == [
        "fold",
        "to_record",
        "cancel",
        "OperationLedger",
        "payload_hash",
        "may_execute",
        "ClientBuffer",
    ]


def test_a_part_that_is_missing_is_named(tmp_path: Path) -> None:
    shutil.copytree(SOLUTIONS, tmp_path / SOLUTIONS.name)
    (tmp_path / SOLUTIONS.name / "approvals.py").write_text("payload_hash = may = None\n")
    with pytest.raises(NotLoaded, match=r"approvals\.py does not define may_execute"):
        my_files(tmp_path)
