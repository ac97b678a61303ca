"""Trouble of ours in one sentence: what failed and where, and that it is nobody else's fault.

Knows exceptions and where our files stand. It shows no exception's text, which may hold a URL
with its password.
"""

import traceback
from pathlib import Path

from grader.record import Trouble
from labs.course import LABS

_OURS = (LABS, Path(__file__).parent)


def trouble_of(problem: BaseException) -> Trouble:
    """The exception as a sentence for whoever wanted a grade."""
    while isinstance(problem, BaseExceptionGroup):
        problem = problem.exceptions[0]
    if isinstance(problem, ModuleNotFoundError) and not _is_ours(problem.name):
        lacks = f"the Python package {problem.name} is missing"
        return Trouble(f"{lacks}: install the course; `grader doctor` shows what else is")
    what = type(problem).__name__
    place = _place(problem)
    said = f"{what} in {place}" if place else what
    return Trouble(f"the lab itself failed ({said}); this is not your fault, please report it")


def _is_ours(module: str | None) -> bool:
    return (module or "labs").partition(".")[0] in {folder.name for folder in _OURS}


def _place(problem: BaseException) -> str:
    for frame in reversed(traceback.extract_tb(problem.__traceback__)):
        for folder in _OURS:
            if Path(frame.filename).is_relative_to(folder):
                file = Path(frame.filename).relative_to(folder.parent).as_posix()
                return f"{file} line {frame.lineno}"
    return ""
