"""A student's five files, loaded into the kernel: what Day 7's last plays run on."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from labs.interruptible_conversation.contract import EXERCISES
from labs.loading import Shelf
from labs.naming import Named

SHELF = Shelf(
    "interruptible_conversation",
    EXERCISES,
    {"turns": 6, "outbox": 6, "approval": 7, "notice": 7, "intent": 7},
)


@dataclass(frozen=True)
class Files:
    """The five files of one folder: their parts, to be handed to a play with a star."""

    parts: tuple[Named, ...]
    untouched: tuple[str, ...]

    def __iter__(self) -> Iterator[Named]:
        return iter(self.parts)

    def __repr__(self) -> str:
        return SHELF.said(self.untouched)


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
