"""The merge window: who uses it in the code, and a student's rule as a picture."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from labs.course import LABS
from labs.run_state_machine.scenarios import FIRST, SESSION
from labs.runs import MERGE_WINDOW, Run, RunStatus

if TYPE_CHECKING:
    from labs.widgets.merge_widget import MergeWidget

Rule = Callable[[Run | None, datetime | None], object]
"""A student's `should_merge`, whatever it answers."""

_NOW = datetime(2030, 1, 1, 12, tzinfo=UTC)
_WORD = "MERGE_WINDOW"


@dataclass(frozen=True)
class Uses:
    """Lines of code, each with the file in which it stands."""

    lines: Sequence[tuple[str, str]]

    def __repr__(self) -> str:
        width = max(len(file) for file, _ in self.lines)
        return "\n".join(f"{file:<{width}}  {line}" for file, line in self.lines)


def uses_of_the_window() -> Uses:
    """Each line of the running system that names the window, imports left out."""
    files = [LABS / "runs.py", *sorted((LABS / "runtime").rglob("*.py"))]
    return Uses(
        [
            (file.relative_to(LABS.parent).as_posix(), line.strip())
            for file in files
            for line in file.read_text(encoding="utf-8").splitlines()
            if _WORD in line and not line.startswith(("from ", "import "))
        ]
    )


def by_age(should_merge: Rule) -> Callable[[RunStatus, timedelta], object]:
    """The same rule, asked about a run's status and age."""

    def asked(status: RunStatus, age: timedelta) -> object:
        run = Run("run-1", SESSION, status, _NOW - age, (FIRST,), attempt=1)
        return should_merge(run, _NOW)

    return asked


def merge_picture(should_merge: Rule) -> "MergeWidget":
    """The rule as a widget: a second message, dragged in time, for a first run of each status."""
    # Here and not above: only a notebook has what a widget is made of.
    from labs.widgets.merge_widget import merge_widget

    rule, begin = by_age(should_merge), RunStatus.STREAMING
    return merge_widget(rule, tuple(RunStatus), MERGE_WINDOW, begin=begin)
