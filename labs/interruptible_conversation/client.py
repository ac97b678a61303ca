"""A client: talks to the endpoint over a real WebSocket, as a program outside would.

Knows the routes and the frames, and nothing of what is behind them. What it has been shown is a
`Seen`: plain data, which grows by the frames as they come.
"""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from typing import cast

import httpx
from httpx_ws import AsyncWebSocketSession, aconnect_ws

Frame = dict[str, object]


@dataclass
class Seen:
    """What a user has before his eyes, and what he has been told."""

    turn_id: str | None = None
    text: str = ""
    token: str = ""
    proposal: Frame | None = None
    tools: dict[str, Frame] = field(default_factory=dict)
    done: dict[str, Frame] = field(default_factory=dict)
    notice: Frame | None = None
    turns: list[str] = field(default_factory=list)
    words: list[tuple[str, str]] = field(default_factory=list)
    proposals: list[Frame] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def take(self, frame: Frame) -> None:
        """Take in the next frame."""
        match frame:
            case {"type": "state"}:
                self._take_state(frame)
            case {"type": "turn", "turn_id": str(turn_id), "token": str(token)}:
                self.turn_id, self.token, self.text = turn_id, token, ""
                self.turns.append(turn_id)
            case {"type": "words", "words": list(words)}:
                for turn_id, text in words:
                    self.words.append((str(turn_id), str(text)))
                    self.text += str(text)
            case {"type": "proposal"}:
                self.proposal = frame
                self.proposals.append(frame)
            case {"type": "resolved", "proposal_id": str(proposal_id)}:
                # The news may come late: by then another one may wait.
                if self.proposal is not None and self.proposal["proposal_id"] == proposal_id:
                    self.proposal = None
            case {"type": "tool", "id": str(tool_id)}:
                self._take_tool(tool_id, frame)
            case {"type": "notice", "stopped": list(stopped), "already_done": list(done)}:
                self.notice = frame
                for tool_id in (*stopped, *done):
                    self.tools.pop(str(tool_id), None)
            case {"type": "refused", "code": str(code)}:
                self.refused.append(code)
            case {"type": "error", "code": str(code)}:
                self.errors.append(code)

    def _take_state(self, frame: Frame) -> None:
        self.turn_id = cast(str | None, frame["turn_id"])
        self.text, self.token = str(frame["text"]), str(frame["token"])
        self.proposal = cast(Frame | None, frame["proposal"])
        self.tools = {str(tool["id"]): tool for tool in cast(list[Frame], frame["tools"])}
        self.done = {str(tool["id"]): tool for tool in cast(list[Frame], frame["done"])}

    def _take_tool(self, tool_id: str, frame: Frame) -> None:
        self.tools.pop(tool_id, None)
        if frame["phase"] == "committed":
            self.done[tool_id] = frame
        elif frame["phase"] != "stopped":
            self.tools[tool_id] = frame


class Line:
    """An open conversation. `reads`: whether it says that it has shown the words that came."""

    def __init__(self, session: AsyncWebSocketSession, conversation_id: str, token: str) -> None:
        self.id = conversation_id
        self.seen = Seen(token=token)
        self.reads = True
        self._session = session
        self._unread: int | None = None

    async def send(self, kind: str, *, token: str | None = None, **content: object) -> None:
        """Send a frame, with the newest token unless another one is given."""
        frame = {"type": kind, "token": self.seen.token if token is None else token, **content}
        await self._session.send_text(json.dumps(frame))

    async def say(
        self, utterance: str, text: str, *, final: bool = True, revision: int = 0, **more: str
    ) -> None:
        """Send what the recogniser thinks was said."""
        await self.send(
            "speech", utterance_id=utterance, revision=revision, text=text, final=final, **more
        )

    async def read_on(self) -> None:
        """Say that all words have been shown, and go on reading."""
        self.reads = True
        if self._unread is not None:
            await self.send("shown", number=self._unread)
            self._unread = None

    async def until(self, condition: Callable[[Frame], bool]) -> Frame:
        """Take frames in until one meets the condition."""
        while True:
            frame: Frame = json.loads(await self._session.receive_text())
            self.seen.take(frame)
            if frame["type"] == "words":
                self._unread = int(str(frame["number"]))
                if self.reads:
                    await self.read_on()
            if condition(frame):
                return frame

    async def until_type(self, kind: str) -> Frame:
        """Take frames in until one of that type comes."""
        return await self.until(lambda frame: frame["type"] == kind)


class Client:
    """Opens conversations at `url`."""

    def __init__(self, http: httpx.AsyncClient, url: str) -> None:
        self._http = http
        self.url = url

    async def create(self) -> tuple[str, str]:
        """A new conversation: its id and its first token."""
        response = await self._http.post(f"{self.url}/conversations")
        response.raise_for_status()
        body = response.json()
        return str(body["conversation_id"]), str(body["token"])

    @asynccontextmanager
    async def connect(self, conversation_id: str, token: str) -> AsyncIterator[Line]:
        """Come to a conversation; its state is shown before anything else."""
        address = f"{self.url.replace('http', 'ws', 1)}/conversations/{conversation_id}"
        opening: AbstractAsyncContextManager[AsyncWebSocketSession] = aconnect_ws(
            address, self._http, keepalive_ping_interval_seconds=None
        )
        async with opening as session:
            line = Line(session, conversation_id, token)
            await line.send("hello")
            await line.until(lambda frame: frame["type"] in ("state", "refused"))
            yield line

    @asynccontextmanager
    async def talk(self) -> AsyncIterator[Line]:
        """A new conversation, open."""
        async with self.connect(*await self.create()) as line:
            yield line
