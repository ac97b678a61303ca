"""A film as a living widget: played, stepped, scrubbed, dragged, by pointer or keyboard.

The one place of pictures that needs the notebook's packages. Python draws once; `film.js` moves.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TypedDict

import anywidget
import ipywidgets  # type: ignore[import-untyped]
import traitlets
from IPython.display import display

from labs.widgets.drawing import WIDEST, forms, legend_svg, living_svg
from labs.widgets.film import Film, Handle
from labs.widgets.still import still as still

_HERE = Path(__file__).parent
_VIEW = "application/vnd.jupyter.widget-view+json"


class Drawn(TypedDict):
    """A film as the script gets it."""

    title: str
    svg: str
    legend: str
    forms: dict[str, tuple[str, str]]
    captions: list[str]
    stepName: str
    handle: list[float] | None
    width: float
    widest: float


def drawn(film: Film) -> Drawn:
    """The film, drawn for the script."""
    return Drawn(
        title=film.title,
        svg=living_svg(film),
        legend=legend_svg(film),
        forms=forms(film),
        captions=list(film.captions),
        stepName=film.step_name,
        handle=_places(film.handle, len(film.captions)) if film.handle else None,
        width=film.width,
        widest=WIDEST,
    )


def _places(handle: Handle, frames: int) -> list[float]:
    return [handle.place(frame) for frame in range(frames)]


class FilmWidget(anywidget.AnyWidget):
    """A film that lives; `frame` says where it stands, here and in the browser."""

    # One module from two files: a notebook's script cannot import another one by its path.
    _esm = "\n".join((_HERE / name).read_text(encoding="utf-8") for name in ("stage.js", "film.js"))
    _css = _HERE / "film.css"
    film: "traitlets.Dict[str, object]" = traitlets.Dict().tag(sync=True)
    frame = traitlets.Int().tag(sync=True)

    def __init__(self, film: Film) -> None:
        """Begin at the film's first frame."""
        self._film = film
        super().__init__(film=drawn(film), frame=film.begin)

    def show(self, film: Film) -> None:
        """Load another film into the same place, at its own first frame."""
        self._film = film
        with self.hold_sync():
            self.film, self.frame = {**drawn(film)}, film.begin

    def _repr_mimebundle_(self, **_: object) -> tuple[dict[str, object], dict[str, object]]:
        return {**view(self), **still(self._film, self.frame)}, {}

    def _ipython_display_(self) -> None:
        display_living(self, still(self._film, self.frame))


def view(widget: ipywidgets.DOMWidget) -> dict[str, object]:
    """What stands in an output for a widget, by MIME type."""
    return {_VIEW: {"version_major": 2, "version_minor": 0, "model_id": widget.model_id}}


def display_living(widget: ipywidgets.DOMWidget, kept: Mapping[str, str]) -> None:
    """Show the widget, and before it, in an output of its own, what a saved notebook keeps.

    JupyterLab prefers a widget to all else in an output, and finds none once the kernel is gone.
    The script hides the still picture for as long as the widget lives.
    """
    display(kept, raw=True)  # type: ignore[no-untyped-call]
    display({**view(widget), "text/plain": ""}, raw=True)  # type: ignore[no-untyped-call]
