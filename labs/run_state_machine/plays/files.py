"""A student's four files, loaded into the kernel: what the last day's plays run on."""

from dataclasses import dataclass
from pathlib import Path

from labs.calls import Told
from labs.loading import Shelf
from labs.naming import Named
from labs.run_state_machine.contract import EXERCISES
from labs.runs import RunStatus

SHELF = Shelf("run_state_machine", EXERCISES, {"state": 1, "orderer": 2, "resume": 3, "merge": 4})


class Stuck(Told):
    """The table refuses a legal move, and so no run would ever end; the text says which."""


@dataclass(frozen=True)
class Files:
    """The four files of one folder: their functions, and which are still the starter's."""

    functions: tuple[Named, ...]
    untouched: tuple[str, ...]

    @property
    def transition(self) -> Named:
        """The table: what a picture is drawn from."""
        return self.functions[0]

    def must_allow(self, *moves: tuple[RunStatus, RunStatus]) -> None:
        """Ask the table for the moves that a play needs, before it waits for them.

        Raises:
            Stuck: it does not allow one of them.
        """
        for current, target in moves:
            if _allowed(self.transition, current, target) != target:
                move = f"{current} to {target}"
                raise Stuck(f"state.py refuses {move}, and no run gets through: see check 1")

    def __repr__(self) -> str:
        return SHELF.said(self.untouched)


def _allowed(table: Named, current: RunStatus, target: RunStatus) -> object:
    try:
        return table(current, target)
    except Exception:
        return None


def my_files(here: Path | None = None) -> Files:
    """The files of the workspace around this folder, as they are saved now.

    Raises:
        NotLoaded: there is no such folder, or a file of it cannot be loaded.
    """
    return load(SHELF.around(here))


def starters_files() -> Files:
    """The files with which everybody starts."""
    return load(SHELF.starters)


def load(folder: Path) -> Files:
    """The files in that folder.

    Raises:
        NotLoaded: one is missing or cannot be loaded.
    """
    return Files(SHELF.parts(folder), SHELF.untouched(folder))
