"""The grader in a notebook: `%%exercise NAME`, `%exercise NAME` and `check(N)`.

A cell runs in the kernel for play only. What counts is the workspace's file, which another process
grades, as the command line does: nothing that happened in the kernel is part of a verdict.
"""

from typing import TYPE_CHECKING

from grader.notebook.shown import show_note

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell


def load(shell: "InteractiveShell") -> None:
    """Give the notebook its words; outside a workspace, say how to make one."""
    from IPython.core.magic import no_var_expand

    from grader.notebook.lesson import Lesson
    from grader.record import Refusal

    lesson = Lesson(shell)

    @no_var_expand
    def exercise(line: str, cell: str | None = None) -> None:
        """`%%exercise NAME` saves, runs and checks; `%exercise NAME` brings the file's text."""
        lesson.exercise(line, cell)

    shell.magics_manager.register_function(exercise, "line_cell", "exercise")
    shell.user_ns["check"] = lesson.check
    try:
        lesson.find()
    except Refusal as problem:
        show_note(str(problem))
