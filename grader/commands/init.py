"""`grader init`: make a workspace, or add to one what is missing."""

import argparse
from typing import TYPE_CHECKING

from grader.commands import PASSED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.furnish import Furnished

SUMMARY = "make a workspace (example: grader init work)"
DESCRIPTION = """\
Make a workspace: a folder of your own with the exercises, a folder for each
lab, and the notebooks of a course that has some. In a workspace, add what is
missing. It never overwrites a file.
"""
EXAMPLES = """\
examples:
  grader init                               the folder workspace, or an update
  grader init work                          the folder work

exit status: 0 done, 2 it could not be done
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "folder",
        nargs="?",
        metavar="DIR",
        help="default: the workspace around this folder, else a new one, workspace",
    )


def run(options: argparse.Namespace) -> tuple[str, int]:
    """Furnish the folder and say what became of each file."""
    from grader.course import find_labs
    from grader.furnish import choose_root, furnish
    from grader.workspace import Workspace
    from labs.course import course_folder

    root = choose_root(options.folder)
    done = furnish(Workspace(root, find_labs()), course_folder("notebooks"))
    return "\n".join([f"workspace {root}", *_lines(done)]), PASSED


def _lines(done: "Sequence[Furnished]") -> "Iterator[str]":
    for one in done:
        yield f"  {'added' if one.added else 'kept '}  {one.inside.as_posix()}"
        if one.newer and one.exercise is not None:
            yield "         the course has a newer starter for it; this takes it and keeps yours:"
            yield f"         grader reset {one.exercise}"
        elif one.newer:
            yield "         the course has a newer one: rename yours, then grader init again"
    added = sum(one.added for one in done)
    yield f"added {added}, kept {len(done) - added}"
    yield "next, in that folder: grader check"
