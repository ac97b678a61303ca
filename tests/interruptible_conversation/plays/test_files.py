"""A student's five files, loaded to be looked at and to be played with."""

import shutil
from pathlib import Path

from labs.course import course_folder
from labs.interruptible_conversation.plays.conversation import the_whole
from labs.interruptible_conversation.plays.files import load, my_files, starters_files

SOLUTIONS = course_folder("solutions") / "interruptible_conversation"


def test_they_are_found_from_the_notebooks_folder(tmp_path: Path) -> None:
    shutil.copytree(SOLUTIONS, tmp_path / SOLUTIONS.name)
    (tmp_path / "notebooks").mkdir()
    assert repr(my_files(tmp_path / "notebooks")).splitlines()[-1] == "intent.py    yours"
    assert "outbox.py    still the starter's: Day 6 writes it" in repr(starters_files())


async def test_with_a_star_they_are_the_whole_system() -> None:
    assert (await the_whole(*load(SOLUTIONS))).lines == (await the_whole()).lines
    assert (await the_whole(*starters_files())).lines != (await the_whole()).lines
