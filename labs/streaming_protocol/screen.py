"""The screen: what a user sees of one response.

Knows the fold. After a Stop the text stands still at once, while the fold goes on behind it: what
tools do and how it all ends is still shown.
"""

from collections.abc import Sequence

from labs.protocol import Event, ResponseState
from labs.streaming_protocol.parts import Parts


class Screen:
    """One client's screen; `state` is what it knows."""

    def __init__(self, parts: Parts, response_id: str) -> None:
        self.state = ResponseState(response_id)
        self._parts = parts
        self._kept: str | None = None

    async def take(self, events: Sequence[Event]) -> None:
        """Take in what has come."""
        self.state = await self._parts.fold(self.state, events)

    def stop(self) -> None:
        """The user has clicked on Stop: from now on no further word is shown."""
        if self._kept is None:
            self._kept = self.state.draft

    @property
    def text(self) -> str:
        """The text that is shown."""
        if self._kept is not None and self.state.final is None:
            return self._kept
        return self.state.draft if self.state.final is None else self.state.final
