"""Who is in a class, whatever they are called."""

from pathlib import Path

import pytest

from grader.classroom.roll import call_roll
from grader.record import Usage


def test_folders_and_archives_in_the_order_of_the_names(spring: Path) -> None:
    for name in ("zoe", "Émile 🦊", '"quoted"', "=cmd", "Anna Berg_1234_assignsubmission_file_"):
        (spring / name).mkdir()
    for name in ("carl_LATE_12_34_lab.zip", "dora.rar", "notes.txt", ".DS_Store"):
        (spring / name).touch()
    (spring / "__MACOSX").mkdir()
    roll = call_roll(spring)
    assert [student.name for student in roll.students] == sorted(
        [
            *('"quoted"', "=cmd", "Anna Berg_1234_assignsubmission_file_"),
            *("carl_LATE_12_34_lab", "dora", "zoe", "Émile 🦊"),
        ]
    )
    assert (roll.ignored, roll.twins) == (["notes.txt"], [])


def test_a_folder_and_an_archive_of_one_name(spring: Path) -> None:
    (spring / "anna").mkdir()
    (spring / "anna.zip").touch()
    (spring / "bert.zip").touch()
    roll = call_roll(spring)
    assert [student.name for student in roll.students] == ["anna", "anna.zip", "bert"]
    assert roll.twins == ["anna", "anna.zip"]


def test_nobody(spring: Path) -> None:
    with pytest.raises(Usage, match="nobody is in"):
        call_roll(spring)
    with pytest.raises(Usage, match="there is no folder"):
        call_roll(spring / "nowhere")
    (spring / "file").touch()
    with pytest.raises(Usage, match="cannot be read: Not a directory"):
        call_roll(spring / "file")
