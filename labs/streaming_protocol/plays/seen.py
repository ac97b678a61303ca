"""What a page knows of one response: its events, folded, and what the server said of it.

Knows the screen and the answers of the endpoint; nothing of connections or of pictures. All of it
can be asked for again, so that a page that is reloaded knows it too.
"""

import json
from typing import Literal, cast

from labs.protocol import TERMINAL, Event, Json
from labs.streaming_protocol.client import Body
from labs.streaming_protocol.parts import Arguments
from labs.streaming_protocol.screen import Screen

How = Literal["asked", "asked again", "continued"]


class Seen:
    """One response on the page.

    `body`: how the server last said that it stands. `heard`: the highest number that came, whatever
    the fold has made of it. `stopping`: Stop was clicked; `told`: and the server has heard it.
    """

    def __init__(self, screen: Screen, body: Body, how: How, before: "Seen | None") -> None:
        self.screen = screen
        self.how: How = how
        self.text = str(body["text"])
        self.heard = -1
        self.stopping = self.told = self.away = False
        # One that goes on has the operations of the one before it, and does not ask for them again.
        self._calls: dict[str, str] = dict(before._calls) if before and how == "continued" else {}
        self.look(body)

    def look(self, body: Body) -> None:
        """Take in how the server says that it stands."""
        self.body = body
        for tool in _tools(body):
            self._calls.setdefault(str(tool["operation_id"]), str(tool["name"]))

    async def take(self, event: Event) -> None:
        """Take in the next event."""
        await self.screen.take([event])
        self.heard = max(self.heard, event.seq)
        match event.data:
            case {"operation_id": str(operation), "tool": str(tool), "arguments": dict(arguments)}:
                self._calls[operation] = called(tool, arguments)
            case {"operation_id": str(operation), "tool": str(tool)}:
                self._calls.setdefault(operation, tool)

    def stop(self) -> None:
        """The user has clicked on Stop: no further word is shown."""
        self.stopping = True
        self.screen.stop()

    @property
    def ended(self) -> bool:
        """Whether the events, folded, say so."""
        return self.screen.state.status in TERMINAL

    @property
    def over(self) -> bool:
        """Whether nothing more will come, whatever the fold has made of what came."""
        return self.ended or self.body["ended_at"] is not None

    @property
    def hidden(self) -> int:
        """How many words came after the Stop, and are kept and not shown."""
        shown = self.screen.text if self.stopping else self.screen.state.draft
        return len(self.screen.state.draft[len(shown) :].split())

    def call(self, operation: str) -> str:
        """A tool's use, as exactly as it is known: `mail(to=ada@example.org)`, or its name."""
        return self._calls.get(operation, operation)

    def notice(self, group: str) -> list[str]:
        """The operations that the server counts to that group."""
        groups = cast(dict[str, list[Json]], self.body["notice"])
        return [str(operation) for operation in groups[group]]

    def calls(self, group: str) -> str:
        """The same as one reads them."""
        return ", ".join(map(self.call, self.notice(group)))

    def at_work(self) -> list[str]:
        """The operations that run, as the events say."""
        return [name for name, said in self.screen.state.tools.items() if said == "running"]


def called(tool: str, arguments: Arguments) -> str:
    """A tool's use in one line."""
    return f"{tool}({', '.join(f'{name}={exact(value)}' for name, value in arguments.items())})"


def exact(value: Json) -> str:
    """A value so that no two look alike: 1 is not "1", and nothing hides in a text."""
    return json.dumps(value)


def _tools(body: Body) -> list[Body]:
    return cast(list[Body], body["tools"])
