"""`grader progress`: what came last of each check."""

import argparse
from pathlib import Path

from grader.commands import PASSED, add_workspace_argument

SUMMARY = "say how far you are (example: grader progress)"
DESCRIPTION = "Say what came last of each check that was run in this workspace. Runs none."
EXAMPLES = """\
example:
  grader progress                           every lab, every check

exit status: 0 done, 2 it could not be done
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_workspace_argument(parser)


def run(options: argparse.Namespace) -> tuple[str, int]:
    """Show the table of each lab."""
    from grader.course import find_labs
    from grader.examination import examination
    from grader.progress import progress_text
    from grader.workspace import find_workspace

    workspace = find_workspace(find_labs(), Path(options.workspace))
    titles = {
        lab.name: {check.number: check.title for check in examination(lab).checks}
        for lab in workspace.labs
    }
    return progress_text(workspace, titles), PASSED
