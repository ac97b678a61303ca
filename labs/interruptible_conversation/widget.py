"""The conversation as a widget: a person talks with the agent in the notebook, and interrupts it.

The one place of this lab that needs the notebook's packages. The real system runs in the kernel
and is spoken to over a real WebSocket; the browser only shows a view and says what was pressed.
"""

import asyncio
from datetime import timedelta
from pathlib import Path
from weakref import WeakSet

import anywidget
import traitlets

from labs.interruptible_conversation.plays.pace import Pace
from labs.interruptible_conversation.plays.picture import EXAMPLE, still
from labs.interruptible_conversation.plays.stage import SEED
from labs.interruptible_conversation.plays.talk import Talk
from labs.interruptible_conversation.plays.view import View
from labs.runtime.adapters.clocks import SystemClock
from labs.widgets.live import display_living, view

_HERE = Path(__file__).parent

_OPEN: "WeakSet[ConversationWidget]" = WeakSet()
"""The conversation that is held in this process. A kernel has one user, who holds one at a time:
so a cell that is run again leaves no system behind."""


class ConversationWidget(anywidget.AnyWidget):
    """A conversation that lives in a notebook; `view` is all that the browser shows of it."""

    _esm = _HERE / "conversation.js"
    _css = _HERE / "conversation.css"
    view: "traitlets.Dict[str, object]" = traitlets.Dict().tag(sync=True)

    def __init__(self, *mine: object, pace: Pace, seed: int = SEED) -> None:
        """Begin a conversation, in the loop that runs here; one that is held already ends."""
        super().__init__(view=View().plain())
        self.on_msg(self._heard)
        self._talk = Talk(*mine, pace=pace, changed=self._show, seed=seed)
        for other in list(_OPEN):
            other.end()
        self._holding = asyncio.get_running_loop().create_task(self._talk.hold())
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
        match message:
            case {"kind": "say", "text": str(text), "final": bool(final), "over": bool(over)}:
                self._talk.say(text, final=final, over=over)
            case {"kind": "interrupt"}:
                self._talk.interrupt()
            case {"kind": "stop"}:
                self._talk.stop()
            case {"kind": "decide", "id": str(question_id), "approve": bool(approve)}:
                self._talk.decide(question_id, approve=approve)

    def _repr_mimebundle_(self, **_: object) -> tuple[dict[str, object], dict[str, object]]:
        return {**view(self), **still(EXAMPLE)}, {}

    def _ipython_display_(self) -> None:
        display_living(self, still(EXAMPLE))


def conversation(
    *mine: object, word_ms: float = 120, tool_seconds: float = 3, seed: int = SEED
) -> ConversationWidget:
    """A conversation to hold, with these parts of yours; the reference's stand in for the others.

    A word of the agent takes so many milliseconds, a look-up or an export so many seconds.
    """
    word, tool = timedelta(milliseconds=word_ms), timedelta(seconds=tool_seconds)
    return ConversationWidget(*mine, pace=Pace(SystemClock(), word, tool), seed=seed)
