"""`grader reset`: put the starter's file back, keeping the student's."""

import argparse
from pathlib import Path

from grader.commands import PASSED, add_workspace_argument

SUMMARY = "begin an exercise anew (example: grader reset orderer)"
DESCRIPTION = "Put the starter's file back. What was there is kept: see grader history."
EXAMPLES = """\
example:
  grader reset orderer                      orderer.py is the starter's again

exit status: 0 done, 2 it could not be done
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("exercise", metavar="EXERCISE")
    add_workspace_argument(parser)


def run(options: argparse.Namespace) -> tuple[str, int]:
    """Reset, and say how to take it back."""
    from grader.course import find_labs
    from grader.workspace import find_workspace

    workspace = find_workspace(find_labs(), Path(options.workspace))
    exercise = workspace.exercise(options.exercise)
    replaced = workspace.reset(exercise)
    said = f"{exercise.file.relative_to(workspace.root).as_posix()} is the starter's"
    if replaced is None:
        return f"{said}; there was nothing to keep", PASSED
    command = f"grader history {exercise.name} --restore {replaced.number}"
    return f"{said} again; what was there is version {replaced.number}:\n  {command}", PASSED
