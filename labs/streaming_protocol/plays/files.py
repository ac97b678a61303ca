"""A student's six files, loaded into the kernel: what Day 10's last plays run on."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from labs.loading import Shelf
from labs.naming import Named
from labs.streaming_protocol.contract import EXERCISES

SHELF = Shelf(
    "streaming_protocol",
    EXERCISES,
    {"fold": 8, "record": 8, "cancel": 9, "operations": 9, "approvals": 9, "slow_client": 10},
)


@dataclass(frozen=True)
class Files:
    """The six files of one folder: their parts, to be handed to a play with a star."""

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
