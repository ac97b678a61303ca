"""Merge window, living: a choice of what the first run is doing, and the picture for it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TypeVar

import ipywidgets  # type: ignore[import-untyped]

from labs.widgets.film import Film
from labs.widgets.live import FilmWidget, display_living, still
from labs.widgets.merge_window import merge_film

Status = TypeVar("Status", bound=str)


class MergeWidget:
    """A picture a status, in one place; the instant stays when the status changes."""

    def __init__(self, films: Sequence[tuple[str, Film]], begin: str) -> None:
        """Begin with the picture of that name."""
        self._films = dict(films)
        self._choice = ipywidgets.Dropdown(
            options=list(self._films),
            value=begin,
            description="The first run is",
            style={"description_width": "initial"},
        )
        self._picture = FilmWidget(self._films[begin])
        self._choice.observe(self._chosen, "value")
        self.box = ipywidgets.VBox([self._choice, self._picture])

    def _chosen(self, _: object) -> None:
        self._picture.show(replace(self._films[self._choice.value], begin=self._picture.frame))

    def _ipython_display_(self) -> None:
        film = self._films[self._choice.value]
        display_living(self.box, still(film, self._picture.frame))


def merge_widget(
    should_merge: Callable[[Status, timedelta], object],
    statuses: Sequence[Status],
    window: timedelta,
    *,
    begin: Status,
) -> MergeWidget:
    """The pictures of all these statuses, `begin`'s first."""
    films = [(str(s), merge_film(should_merge, s, window)) for s in statuses]
    return MergeWidget(films, str(begin))
