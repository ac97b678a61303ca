"""`grader history`: list, show and bring back the versions that were replaced."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from grader.commands import PASSED, add_workspace_argument
from grader.record import Usage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.workspace import Exercise, Workspace

SUMMARY = "list, show, restore replaced versions (example: grader history)"
DESCRIPTION = "List, show or bring back the versions of your files that were replaced."
EXAMPLES = """\
examples:
  grader history                            every exercise's replaced versions
  grader history orderer --show 2           the text of version 2
  grader history orderer --restore 2        bring it back and keep the present

exit status: 0 done, 2 it could not be done
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("exercise", nargs="?", metavar="EXERCISE", help="default: all of them")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--show", type=int, metavar="N", help="print version N")
    which.add_argument("--restore", type=int, metavar="N", help="bring version N back")
    add_workspace_argument(parser)


def run(options: argparse.Namespace) -> tuple[str, int]:
    """List, show or restore."""
    from grader.course import find_labs
    from grader.workspace import find_workspace

    workspace = find_workspace(find_labs(), Path(options.workspace))
    if options.exercise is None:
        if options.show is not None or options.restore is not None:
            what = "--restore" if options.show is None else "--show"
            number = options.restore if options.show is None else options.show
            raise Usage(f"which exercise? for example: grader history orderer {what} {number}")
        return "\n\n".join(_list(workspace, one) for one in workspace.exercises()), PASSED
    exercise = workspace.exercise(options.exercise)
    if options.show is not None:
        data = workspace.history(exercise).version(options.show).data()
        return data.decode("utf-8-sig", errors="replace").removesuffix("\n"), PASSED
    if options.restore is not None:
        return _restore(workspace, exercise, options.restore), PASSED
    return _list(workspace, exercise), PASSED


def _restore(workspace: "Workspace", exercise: "Exercise", number: int) -> str:
    replaced = workspace.restore(exercise, number)
    said = f"{exercise.file.relative_to(workspace.root).as_posix()} is version {number} again"
    return said if replaced is None else f"{said}; what was there is version {replaced.number}"


def _list(workspace: "Workspace", exercise: "Exercise") -> str:
    return "\n".join(_lines(workspace, exercise))


def _lines(workspace: "Workspace", exercise: "Exercise") -> "Iterator[str]":
    from datetime import datetime

    history = workspace.history(exercise)
    versions = history.versions()
    if not versions:
        yield f"{exercise.name}: no version was replaced yet"
        return
    yield f"{exercise.name}, in {history.folder.relative_to(workspace.root).as_posix()}/"
    yield f"  {'number':>6}  {'saved at':16}  {'lines':>5}  replaced by"
    for version in versions:
        when = datetime.fromtimestamp(version.saved).strftime("%Y-%m-%d %H:%M")
        yield f"  {version.number:>6}  {when}  {version.lines:>5}  {version.reason}"
