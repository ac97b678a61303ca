"""`grader diff`: the reference beside one's own, once one's own is right."""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from grader.commands import FAILED, PASSED, add_workspace_argument
from grader.commands.check import add_grading_arguments
from grader.record import Usage

if TYPE_CHECKING:
    from grader.record import CheckResult
    from grader.workspace import Exercise, Workspace

SUMMARY = "the reference beside your own (example: grader diff orderer)"
DESCRIPTION = """\
Show the reference beside your own file. It runs the lab's checks first: the
reference is shown once no check blames your file, or with --spoil.
"""
EXAMPLES = """\
examples:
  grader diff orderer                       yours on the left, ours on the right
  grader diff orderer --spoil               whether yours is right or not

exit status: 0 shown, 1 your file is not right yet, 2 it could not be done
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("exercise", metavar="EXERCISE")
    parser.add_argument("--spoil", action="store_true", help="show it, right or not")
    add_workspace_argument(parser)
    add_grading_arguments(parser)


def run(options: argparse.Namespace) -> tuple[str, int]:
    """Show both, if that spoils nothing."""
    from grader.comparison import side_by_side
    from grader.course import find_labs
    from grader.workspace import find_workspace

    workspace = find_workspace(find_labs(), Path(options.workspace))
    exercise = workspace.exercise(options.exercise)
    reference = workspace.lab_of(exercise).solutions / exercise.file.name
    mine = _lines(exercise.file)
    if not options.spoil and (failed := _blaming(workspace, exercise, options)):
        return _not_yet(exercise, failed), FAILED
    head = [f"{'yours':38}   reference", ""]
    return "\n".join([*head, *side_by_side(mine, _lines(reference))]), PASSED


def _blaming(
    workspace: "Workspace", exercise: "Exercise", options: argparse.Namespace
) -> "list[CheckResult]":
    """The checks that the exercise's file fails; what they wait for from others is no matter."""
    from grader.grading import grade
    from grader.mode import choose_services
    from grader.submission import Submission

    lab = workspace.lab_of(exercise)
    mine = Submission(lab, exercise.file.parent, str(workspace.root))
    services = choose_services(options.mode, os.environ)
    (report,) = grade([mine], services=services, seed=options.seed)
    return [check for check in report.checks if exercise.name in check.blame]


def _not_yet(exercise: "Exercise", failed: "list[CheckResult]") -> str:
    from grader.report.terminal import WORDS

    lines = [f"  check {check.number}  {WORDS[check.outcome]}" for check in failed]
    first = failed[0].number
    return "\n".join(
        [
            f"{exercise.name} is not right yet; the reference is shown when it is:",
            *lines,
            f"a step of help: grader hint {first} {exercise.lab}",
            f"all the same:   grader diff {exercise.name} --spoil",
        ]
    )


def _lines(file: Path) -> list[str]:
    from grader.disk import text_of

    if (text := text_of(file)) is None:
        raise Usage(f"{file} cannot be read")
    return text.splitlines()
