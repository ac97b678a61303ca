"""How people pack, and what is too much."""

import os
import shutil
from pathlib import Path

import pytest

from grader.classroom.fingerprint import work_print
from grader.classroom.handed import opened
from grader.classroom.limits import TOO_MUCH
from grader.record import Usage
from tests.grader.classroom.conftest import LAB, HandIn


def found(path: Path) -> list[str]:
    """The lab of each submission, and that its files are there while it is open."""
    with opened(path, [LAB]) as submissions:
        for submission in submissions:
            assert all((submission.folder / file).is_file() for file in LAB.files.values())
        return [submission.lab.name for submission in submissions]


def refused(path: Path) -> str:
    with pytest.raises(Usage) as refusal, opened(path, [LAB]):
        pass
    return str(refusal.value)


def test_a_folder_of_lab_folders(hand_in: HandIn) -> None:
    assert found(hand_in("anna")) == [LAB.name]


def test_the_files_right_in_it(hand_in: HandIn) -> None:
    assert found(hand_in("anna") / LAB.name) == [LAB.name]


def test_one_more_folder_around_it(hand_in: HandIn, spring: Path) -> None:
    (spring / "outer" / "__MACOSX").mkdir(parents=True)
    (spring / "outer" / ".DS_Store").touch()
    shutil.move(hand_in("anna"), spring / "outer" / "inner")
    assert found(spring / "outer") == [LAB.name]


@pytest.mark.parametrize("inside", ["flat", "folder", "nested"])
def test_a_zip(hand_in: HandIn, spring: Path, inside: str) -> None:
    folder = hand_in("anna")
    root = {"flat": folder / LAB.name, "folder": folder, "nested": spring}[inside]
    archive = shutil.make_archive(str(spring.parent / "work"), "zip", root)
    assert found(Path(archive)) == [LAB.name]


def test_a_folder_with_nothing_but_a_zip(hand_in: HandIn, spring: Path) -> None:
    shutil.make_archive(str(spring / "bert" / "homework"), "zip", hand_in("anna"))
    assert found(spring / "bert") == [LAB.name]


def test_nothing_to_grade(spring: Path) -> None:
    (spring / "anna").mkdir()
    assert refused(spring / "anna").startswith(f"it holds no file of {LAB.name}: ")
    (spring / "anna" / "essay.docx").touch()
    assert "holds no file" in refused(spring / "anna")
    (spring / "anna.rar").touch()
    assert "cannot be opened: hand in a folder or a zip" in refused(spring / "anna.rar")


def test_two_versions_in_folders(spring: Path, hand_in: HandIn) -> None:
    for version in ("v2", "v1"):
        shutil.copytree(hand_in(version), spring / "anna" / version)
    said = "it holds 2 sets of files to grade, v1, v2: hand in the one that counts, alone"
    assert refused(spring / "anna") == said
    for version in ("v3", "v4", "v5"):
        shutil.copytree(spring / "v1" / LAB.name, spring / "anna" / version)
    assert "it holds 5 sets of files to grade, v1, v2, v3, v4, ...: " in refused(spring / "anna")


def test_two_versions_in_zips(spring: Path, hand_in: HandIn) -> None:
    work = hand_in("work")
    for version in ("v1", "v2"):
        shutil.make_archive(str(spring / "anna" / version), "zip", work)
    said = "it holds 2 zips, v1.zip, v2.zip: hand in the one that counts, alone"
    assert refused(spring / "anna") == said


def test_something_else_beside_the_work(spring: Path, hand_in: HandIn) -> None:
    shutil.copytree(hand_in("work"), spring / "anna" / "my work")
    (spring / "anna" / "essay.docx").touch()
    said = "it holds my work with something else beside it: hand in that alone"
    assert refused(spring / "anna") == said


def test_a_file_that_is_called_like_one_of_the_labs_by_chance(spring: Path) -> None:
    for folder in ("a", "b"):
        (spring / "anna" / folder).mkdir(parents=True)
        (spring / "anna" / folder / next(iter(LAB.files.values()))).touch()
    assert refused(spring / "anna").startswith(f"it holds no file of {LAB.name}: ")


def test_zips_in_zips_without_end(spring: Path, hand_in: HandIn) -> None:
    inner = hand_in("anna")
    for number in range(5):
        outer = spring / str(number)
        shutil.make_archive(str(outer / "work"), "zip", inner)
        inner = outer
    assert "holds no file" in refused(inner)


def test_a_folder_of_too_many_files(hand_in: HandIn) -> None:
    folder = hand_in("anna")
    for number in range(1_001):
        (folder / str(number)).touch()
    assert refused(folder) == TOO_MUCH


def test_a_folder_that_is_too_large(hand_in: HandIn) -> None:
    folder = hand_in("anna")
    with (folder / "large").open("wb") as file:
        os.truncate(file.fileno(), 20 * 1024**2)
    assert refused(folder) == TOO_MUCH


def test_what_is_no_plain_file_is_not_read(spring: Path) -> None:
    (spring / "anna").mkdir()
    os.mkfifo(spring / "anna" / "work.zip")
    os.mkfifo(spring / "bert.zip")
    (spring / "carl.zip").symlink_to("/dev/zero")
    assert refused(spring / "anna").startswith(f"it holds no file of {LAB.name}: ")
    for name in ("bert.zip", "carl.zip"):
        assert refused(spring / name) == f"{name} is no plain file: hand in a folder or a zip"
        assert work_print(spring / name, "terms")  # it comes to an end


def test_a_link_to_a_neighbours_work(hand_in: HandIn, spring: Path) -> None:
    theirs = hand_in("anna") / LAB.name
    (spring / "bert").mkdir()
    (spring / "bert" / LAB.name).symlink_to(theirs)
    assert refused(spring / "bert") == f"{LAB.name} is a link: hand in the folder itself"
