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
  grader hint 2                             check 2 of the lab that you are at
  grader hint run_state_machine 2           of that lab

exit status: 0 done, 2 it could not be done
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "what",
        nargs="+",
        metavar="WHAT",
        help="the check's number, and the name of its lab; default: the first lab with a check "
        "not yet passed",
    )
    add_workspace_argument(parser)


def run(options: argparse.Namespace) -> tuple[str, int]:
    """Show the steps up to the next one."""
    import textwrap

    from grader.course import find_labs
    from grader.hints import STEPS, next_hints
    from grader.progress import lab_at_work, notes_of
    from grader.workspace import find_workspace

    numbers, others = numbers_apart(options.what)
    if len(numbers) != 1 or len(others) > 1:
        raise Usage("name one check, by its number; see grader hint --help")
    number, name = int(numbers[0]), next(iter(others), None)
    labs = find_labs()
    workspace = find_workspace(labs, Path(options.workspace))
    named = [lab for lab in labs if lab.name == name]
    if name is not None and not named:
        there = ", ".join(lab.name for lab in labs)
        raise Usage(f"there is no lab {name!a}; there are: {there}")
    lab = named[0] if named else lab_at_work(labs, notes_of(workspace))
    hints, left = next_hints(workspace, lab, number)
    lines = [f"{lab.name}, check {number}"]
    for step, hint in enumerate(hints):
        name = STEPS[step] if step < len(STEPS) else "more"
        lines += [
            "",
            f"{step + 1}. {name}",
            *textwrap.wrap(hint, 77, initial_indent="   ", subsequent_indent="   "),
        ]
    again = f"{left} left: grader hint {number}" if left else "that was the last one"
    return "\n".join([*lines, "", again]), PASSED
