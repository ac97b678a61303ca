"""The engine: find a submission, run a lab's checks on it, report.

Knows labs by their folders only. Nothing in `labs` knows the grader.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell


def load_ipython_extension(shell: "InteractiveShell") -> None:
    """What `%load_ext grader` does in a notebook; nobody else pays for it."""
    from grader.notebook import load

    load(shell)
