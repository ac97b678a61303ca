"""The starters' naive parts: what a student sees going wrong."""

import runpy

from labs.course import course_folder
from labs.interruptible_conversation.contract import EXERCISES


def naive(*names: str) -> list[object]:
    """The starters' parts of these exercises; of all five if none is named."""
    folder = course_folder("starter") / "interruptible_conversation"
    return [
        runpy.run_path(str(folder / exercise.file))[exercise.needs[0].name]
        for exercise in EXERCISES
        if exercise.name in names or not names
    ]
