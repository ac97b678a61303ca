"""`grader doctor`: what this machine has and lacks."""

import argparse
import os

from grader.commands import NOT_DONE, PASSED

SUMMARY = "say what this machine has and lacks (example: grader doctor)"
DESCRIPTION = "Say what this machine has and lacks."
EXAMPLES = """\
example:
  grader doctor                             before the first day, or for help

exit status: 0 `grader check` can run here, 2 it cannot
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes none."""


def run(options: argparse.Namespace) -> tuple[str, int]:
    """Look around."""
    from grader.doctor import examine

    lines = examine(os.environ)
    lacking = any(line.lacking for line in lines)
    last = "`grader check` cannot run here" if lacking else "`grader check` can run here"
    return "\n".join([*map(str, lines), "", last]), NOT_DONE if lacking else PASSED
