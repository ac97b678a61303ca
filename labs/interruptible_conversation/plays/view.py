"""The view: what a person who talks with the agent has before the eyes, as plain data.

Knows the frames that a client gets; nothing of sockets, widgets or notebooks. Every picture of a
conversation is made from it.
"""

from dataclasses import asdict, dataclass, field
from typing import Literal, cast

from labs.calls import Plain
from labs.interruptible_conversation.client import Frame, Seen

Mark = Literal["", "not yet final", "over the agent", "interrupted"]
MOST_LINES = 100
"""A conversation may go on for long; of its transcript and its log, so much is kept."""
MOST_TOLD = 8


@dataclass
class Said:
    """A line of the transcript: by "you" or by the "agent"."""

    who: str
    text: str
    mark: Mark = ""


@dataclass
class View:
    """All that is shown.

    `told` are the latest of `told_count` whole sentences, for who listens instead of looking.
    """

    lines: list[Said] = field(default_factory=list)
    speaking: bool = False
    question: str = ""
    question_id: str = ""
    tools: list[tuple[str, str]] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    notice: list[tuple[str, str]] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    told_count: int = 0
    over: str = ""

    def plain(self) -> dict[str, Plain]:
        """The view as JSON has it."""
        return {
            **asdict(self),
            "tools": [*map(list, self.tools)],
            "notice": [*map(list, self.notice)],
        }


class Watching:
    """Keeps a view up to date, frame by frame."""

    def __init__(self) -> None:
        self.view = View()
        self._agent: Said | None = None
        self._names: dict[str, str] = {}

    def take(self, frame: Frame, seen: Seen) -> None:
        """Take in a frame; `seen` is what the client has made of it."""
        view = self.view
        match frame:
            case {"type": "turn"}:
                self._interrupted()
            case {"type": "words"}:
                self._agent_says(seen.text)
            case {"type": "state"} if seen.text or self._agent is not None:
                self._agent_says(seen.text)
            case {"type": "spoken"} if view.speaking:
                view.speaking = False
                self.tell(f"The agent: {seen.text}")
            case {"type": "proposal"}:
                self.tell(f"A question waits: {called(frame)}. Approve or reject it.")
            case {"type": "resolved", "resolution": resolution}:
                self.tell(f"{view.question}: {resolution}.")
            case {"type": "tool", "id": str(tool_id), "phase": phase}:
                self._names[tool_id] = called(frame)
                if phase == "committed":
                    self.tell(f"Done: {called(frame)}.")
            case {"type": "notice"}:
                self._notice(frame)
            case {"type": "refused", "why": why}:
                view.log.append(f"A frame was refused: {why}.")
            case {"type": "error", "code": code}:
                view.log.append(f"Something broke off, which is our mistake: {code}.")
        self._standing(seen)

    def you_say(self, text: str, mark: Mark) -> None:
        """The user's own words: those not yet final are written over by the next ones."""
        lines = self.view.lines
        pencilled = [line for line in lines if line.mark == "not yet final"]
        said = pencilled[0] if pencilled else Said("you", "")
        if not pencilled:
            lines.append(said)
        said.text, said.mark = text, mark
        if not text.strip():
            lines.remove(said)
        del lines[:-MOST_LINES]

    def tell(self, sentence: str) -> None:
        """Say it to who listens."""
        self.view.told.append(sentence)
        self.view.told_count += 1
        del self.view.told[:-MOST_TOLD]

    def _interrupted(self) -> None:
        if self.view.speaking and self._agent is not None:
            self._agent.mark = "interrupted"
        self._agent, self.view.speaking, self.view.notice = None, False, []

    def _agent_says(self, text: str) -> None:
        if self._agent is None:
            self._agent = Said("agent", "")
            self.view.lines.append(self._agent)
            del self.view.lines[:-MOST_LINES]
            self.view.speaking = True
        self._agent.text = text

    def _notice(self, frame: Frame) -> None:
        lists = [(said, self._named(frame[key])) for key, said in NOTICE.items()]
        self.view.notice = lists
        told = "; ".join(f"{said}: {names}" for said, names in lists)
        self.tell(f"You said stop. {told}.")

    def _named(self, ids: object) -> str:
        found = [self._names.get(str(i), str(i)) for i in ids] if isinstance(ids, list) else []
        return ", ".join(found) or "nothing"

    def _standing(self, seen: Seen) -> None:
        asked = seen.proposal
        self.view.question = "" if asked is None else called(asked)
        self.view.question_id = "" if asked is None else str(asked["proposal_id"])
        self.view.tools = [
            (called(tool), PHASES.get(str(tool["phase"]), "")) for tool in seen.tools.values()
        ]
        self.view.done = [called(tool) for tool in seen.done.values()]


NOTICE = {"stopped": "Stopped", "still_running": "Still running", "already_done": "Already done"}
PHASES = {"waiting": "waits", "running": "at work", "committed": "done", "stopped": "stopped"}


def called(frame: Frame) -> str:
    """A proposal or a tool exactly: `update_ticket(ticket=14)`."""
    pairs = cast(list[tuple[str, str]], frame["arguments"])
    name = frame.get("action", frame.get("name"))
    return f"{name}({', '.join(f'{key}={value}' for key, value in pairs)})"
