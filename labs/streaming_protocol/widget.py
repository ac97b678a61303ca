"""The conversation view as a widget: ask, approve, stop, retry, continue, reload.

With the pictures' own, the one place of this lab that needs the notebook's packages. The real
system runs in the kernel and is spoken to over real HTTP; the browser only shows a view and says
what was clicked.
"""

import asyncio
from pathlib import Path
from weakref import WeakSet

import anywidget
import traitlets

from labs.runtime.adapters.clocks import SystemClock
from labs.streaming_protocol.plays.pace import Pace
from labs.streaming_protocol.plays.page import Page
from labs.streaming_protocol.plays.picture import EXAMPLE, still
from labs.streaming_protocol.plays.stage import SEED
from labs.streaming_protocol.plays.view import View
from labs.widgets.live import display_living, view

_HERE = Path(__file__).parent

_OPEN: "WeakSet[ConversationWidget]" = WeakSet()
"""The conversation that is held in this process: a cell that is run again leaves none behind."""


class ConversationWidget(anywidget.AnyWidget):
    """A conversation that lives in a notebook; `view` is all that the browser shows of it."""

    _esm = _HERE / "conversation.js"
    _css = _HERE / "conversation.css"
    view: "traitlets.Dict[str, object]" = traitlets.Dict().tag(sync=True)

    def __init__(self, *mine: object, pace: Pace, seed: int = SEED) -> None:
        """Begin a conversation, in the loop that runs here; one that is held already ends."""
        super().__init__(view=View().plain())
        self.on_msg(self._heard)
        self._page = Page(*mine, pace=pace, changed=self._show, seed=seed)
        for other in list(_OPEN):
            other.end()
        self._holding = asyncio.get_running_loop().create_task(self._page.hold())
        _OPEN.add(self)

    def end(self) -> "asyncio.Task[None]":
        """End the conversation; the task is done once its system has gone."""
        _OPEN.discard(self)
        self._holding.cancel()
        return self._holding

    def _show(self, view: View) -> None:
        self.view = {**view.plain()}

    def _heard(self, _widget: object, message: object, _buffers: object) -> None:
        """Do what was done in the browser; what is no such thing is nothing."""
        page = self._page
        match message:
            case {"kind": "ask", "text": str(text)}:
                page.ask(text)
            case {"kind": "stop"}:
                page.stop()
            case {"kind": "decide", "id": str(i), "hash": str(seen), "granted": bool(granted)}:
                page.decide(i, seen, granted=granted)
            case {"kind": "retry"}:
                page.retry()
            case {"kind": "continue"}:
                page.go_on()
            case {"kind": "lose"}:
                page.lose()
            case {"kind": "reload"}:
                page.reload()

    def _repr_mimebundle_(self, **_: object) -> tuple[dict[str, object], dict[str, object]]:
        return {**view(self), **still(EXAMPLE)}, {}

    def _ipython_display_(self) -> None:
        display_living(self, still(EXAMPLE))


def conversation(*mine: object, seed: int = SEED) -> ConversationWidget:
    """A conversation to hold, with these parts; the reference's stand in for the others."""
    return ConversationWidget(*mine, pace=Pace(SystemClock()), seed=seed)
