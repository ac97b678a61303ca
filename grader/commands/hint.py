"""`grader hint`: a check's hints, one step more each time."""

import argparse
from pathlib import Path

from grader.commands import PASSED, add_workspace_argument, numbers_apart
from grader.record import Usage

SUMMARY = "one step of help more (example: grader hint 2)"
DESCRIPTION = """\
Show the hints for a check, one step more each time: a question, a picture in
words, the shape of the data. Never the code.
"""
EXAMPLES = """\
examples:
  grader hint 2                             check 2 of the lab whose folder this
                                            is, or that you are at
  grader hint run_state_machine 2           of that lab

exit status: 0 done, 2 it could not be done
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "what",
        nargs="+",
        metavar="WHAT",
        help="the check's number, and the name of its lab; default: the lab in whose folder you "
        "are, else the first with a check not yet passed",
    )
    add_workspace_argument(parser)


def run(options: argparse.Namespace) -> tuple[str, int]:
    """Show the steps up to the next one."""
    import textwrap

    from grader.course import find_labs
    from grader.hints import STEPS, next_hints
    from grader.meant import exercise_meant
    from grader.progress import lab_at_work, notes_of
    from grader.submission import lab_around, lab_named
    from grader.workspace import find_workspace

    labs = find_labs()
    numbers, others = numbers_apart(options.what)
    if len(numbers) != 1 or len(others) > 1:
        exercise = exercise_meant(others[0], labs) if others else None
        raise Usage(exercise or "name one check, by its number; see grader hint --help")
    number, name = int(numbers[0]), next(iter(others), None)
    here = Path(options.workspace)
    workspace = find_workspace(labs, here)
    if name is None:
        lab = lab_around(labs, here) or lab_at_work(labs, notes_of(workspace))
    else:
        lab = lab_named(name, labs)
    hints, left = next_hints(workspace, lab, number)
    lines = [f"{lab.name}, check {number}"]
    for step, hint in enumerate(hints):
        kind = STEPS[step] if step < len(STEPS) else "more"
        lines += [
            "",
            f"{step + 1}. {kind}",
            *textwrap.wrap(hint, 77, initial_indent="   ", subsequent_indent="   "),
        ]
    command = f"grader hint {number}" if name is None else f"grader hint {name} {number}"
    again = f"{left} left: {command}" if left else "that was the last one"
    return "\n".join([*lines, "", again]), PASSED
