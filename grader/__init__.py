"""The engine: find a submission, run a lab's checks on it, report.

Knows labs by their folders only. Nothing in `labs` knows the grader.
"""

TYPE_CHECKING = False  # what `typing` would say, but whatever imports us would wait for it
if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell


def load_ipython_extension(shell: "InteractiveShell") -> None:
    """What `%load_ext grader` does in a notebook; nobody else pays for it."""
    from grader.notebook import load

    load(shell)
