"""When a work is the same work."""

import os
from pathlib import Path

from grader.classroom.fingerprint import course_print, work_print
from tests.grader.classroom.conftest import LAB, HandIn


def test_the_same_files_have_the_same_one(hand_in: HandIn) -> None:
    first, second = hand_in("anna"), hand_in("bert")
    os.utime(second / LAB.name / "state.py", (0, 0))
    assert work_print(first, "terms") == work_print(second, "terms")


def test_a_byte_a_name_or_the_terms_make_another_one(hand_in: HandIn) -> None:
    folder = hand_in("anna")
    prints = {work_print(folder, "terms"), work_print(folder, "others")}
    (folder / LAB.name / "state.py").write_text("# changed\n")
    prints.add(work_print(folder, "terms"))
    (folder / LAB.name / "helper.py").touch()
    prints.add(work_print(folder, "terms"))
    (folder / LAB.name / "helper.py").rename(folder / LAB.name / "other.py")
    prints.add(work_print(folder, "terms"))
    assert len(prints) == 5


def test_what_is_not_graded_does_not_count(hand_in: HandIn) -> None:
    folder = hand_in("anna")
    before = work_print(folder, "terms")
    (folder / ".git").mkdir()
    (folder / ".git" / "HEAD").touch()
    (folder / LAB.name / "__pycache__").mkdir()
    (folder / LAB.name / "__pycache__" / "state.pyc").touch()
    assert work_print(folder, "terms") == before


def test_what_cannot_be_read_has_one_too(spring: Path) -> None:
    assert work_print(spring / "nowhere.zip", "") == work_print(spring / "nowhere.zip", "")


def test_the_course_has_one() -> None:
    assert course_print() == course_print()
