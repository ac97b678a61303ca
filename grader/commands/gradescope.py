"""`grader gradescope`: write the archive that Gradescope builds an autograder from."""

import argparse

from grader.commands import PASSED

SUMMARY = "write an autograder for Gradescope (example: grader gradescope autograder.zip)"
DESCRIPTION = """\
Write an autograder for Gradescope: upload the archive there, with Ubuntu 24.04
as the base image. It installs bubblewrap, and grades nothing where bubblewrap
cannot keep a student's code away from the solutions."""
EXAMPLES = """\
example:
  grader gradescope autograder.zip run_state_machine

exit status: 0 it is written, 2 it is not
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("archive", metavar="OUT.zip", help="the file to write")
    parser.add_argument("lab", nargs="?", metavar="LAB", help="needed if there are several")


def run(options: argparse.Namespace) -> tuple[str, int]:
    """Write it."""
    from grader.course import find_labs
    from grader.gradescope import autograder_archive
    from grader.record import Usage
    from grader.report.targets import require_target
    from grader.submission import lab_named

    if not options.archive.lower().endswith(".zip"):
        example = "grader gradescope autograder.zip LAB"
        raise Usage(f"OUT.zip must end in .zip, {options.archive} does not: {example}")
    labs = find_labs()
    names = [lab.name for lab in labs]
    lab = options.lab or (names[0] if len(names) == 1 else None)
    if lab is None:
        raise Usage(f"an autograder is for one lab; name one of {', '.join(names)}")
    lab_named(lab, labs)
    target = require_target(options.archive, "zip", "OUT.zip")
    try:
        target.write_bytes(autograder_archive(lab))
    except OSError as problem:
        raise Usage(f"{options.archive} cannot be written: {problem.strerror}") from None
    return f"wrote {options.archive}: upload it to Gradescope, base image Ubuntu 24.04", PASSED
