"""Background work: tasks that nobody awaits, and whose trouble is not lost.

Knows the desk; nothing of what a task does. A task that breaks is reported, and the client hears
that something broke; whoever ends a task does not inherit its trouble.
"""

import asyncio
from collections.abc import Awaitable, Callable

from labs.interruptible_conversation.desk import Desk, Message
from labs.runtime.ports import Unavailable

Work = Callable[[], Awaitable[None]]


class Background:
    """Starts one conversation's tasks."""

    def __init__(self, desk: Desk, tell: Callable[[Message], Awaitable[None]]) -> None:
        self._desk = desk
        self._tell = tell

    def start(self, actor: str, about: str, work: Work) -> "asyncio.Task[None]":
        """Do the work of that actor, which concerns that turn, tool or conversation."""
        return asyncio.create_task(self._watched(actor, about, work))

    async def _watched(self, actor: str, about: str, work: Work) -> None:
        try:
            await work()
        except Exception as error:
            self._desk.report(actor, "broke", about, f"{type(error).__name__}: {error}")
            await self._tell(trouble(error))


def trouble(error: Exception) -> Message:
    """What a client is told of it: nothing of our insides."""
    if isinstance(error, Unavailable):
        why = f"the {error.service} cannot be reached now; try again"
        return {"type": "error", "code": "unavailable", "why": why}
    return {"type": "error", "code": "internal", "why": "something broke; the log says what"}


async def ended(task: "asyncio.Task[None]") -> None:
    """End a task; when this returns, it does nothing more."""
    task.cancel()
    # Waited for, not awaited: its end is not the end of whoever waits.
    await asyncio.wait([task])
