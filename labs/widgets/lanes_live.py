"""The lanes as a living widget, with controls for the seed and for how far the bus may disorder.

A control computes in Python and loads another film into the same place.
"""

from collections.abc import Callable, Sequence

import ipywidgets  # type: ignore[import-untyped]

from labs.widgets.arrivals import MakeOrderer, arrivals_of
from labs.widgets.film import Film
from labs.widgets.lanes import lanes_film
from labs.widgets.live import FilmWidget, display_living, still, view

Scramble = Callable[[int, int, int], Sequence[int]]
"""Of a count, a seed and a block size: the numbers from 0 on as they arrive."""

LARGEST_BLOCK = 16
_LARGEST_SEED = 9_999
_STYLE = {"description_width": "initial"}
_NARROW, _WIDE = {"width": "9rem"}, {"width": "17rem"}


class LanesWidget(ipywidgets.VBox):  # type: ignore[misc]
    """A seed, a block size, and the lanes of what comes of them."""

    def __init__(self, draw: Callable[[int, int], Film], seed: int, block: int) -> None:
        """Show what `draw` makes of that seed and block size, and again on every change."""
        self._draw, self._film = draw, draw(seed, block)
        self.seed = ipywidgets.BoundedIntText(
            seed, min=0, max=_LARGEST_SEED, description="Seed", style=_STYLE, layout=_NARROW
        )
        # No slider of ipywidgets': its knob has no name that a screen reader could say.
        self.block = ipywidgets.BoundedIntText(
            block,
            min=1,
            max=LARGEST_BLOCK,
            description="Disorder, within blocks of",
            style=_STYLE,
            layout=_WIDE,
        )
        self.lanes = FilmWidget(self._film)
        super().__init__([ipywidgets.HBox([self.seed, self.block]), self.lanes])
        for control in (self.seed, self.block):
            control.observe(self._again, "value")

    def _again(self, _change: object) -> None:
        self._film = self._draw(self.seed.value, self.block.value)
        self.lanes.show(self._film)

    def _repr_mimebundle_(self, **_: object) -> tuple[dict[str, object], dict[str, object]]:
        return {**view(self), **still(self._film)}, {}

    def _ipython_display_(self) -> None:
        display_living(self, still(self._film))


def lanes_widget(
    make_orderer: MakeOrderer,
    texts: Sequence[str],
    *,
    scramble: Scramble,
    seed: int = 6,
    block: int = 4,
) -> LanesWidget:
    """The lanes of these fragments, disordered by `scramble`, through that orderer."""

    def draw(seed: int, block: int) -> Film:
        order = [(seq, texts[seq]) for seq in scramble(len(texts), seed, block)]
        arrivals = arrivals_of(order, make_orderer)
        return lanes_film(arrivals, title=_title(seed, block), sent=len(texts))

    return LanesWidget(draw, seed, block)


def _title(seed: int, block: int) -> str:
    disorder = f"disorder within blocks of {block}" if block > 1 else "no disorder"
    return f"Sent, arrived, shown: seed {seed}, {disorder}"
