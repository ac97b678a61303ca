"""The words of the second lab: plain frozen data, no I/O.

Knows nothing of sockets, agents or checks. Ids are opaque: nothing can be read off one, not even
which came first.
"""

from dataclasses import dataclass
from enum import StrEnum


class Resolution(StrEnum):
    """What an event does to the proposal that waits for an answer."""

    APPROVED = "approved"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"
    UNCHANGED = "unchanged"


class ToolPhase(StrEnum):
    """How far a tool's run has come. What is committed cannot be taken back."""

    WAITING = "waiting"
    RUNNING = "running"
    COMMITTED = "committed"


@dataclass(frozen=True)
class Transcript:
    """What the recogniser thinks the user said. Until `final`, it may still think otherwise.

    All transcripts of one utterance share its id; `revision` counts them.
    """

    utterance_id: str
    revision: int
    text: str
    final: bool


@dataclass(frozen=True)
class Intent:
    """What the user said, settled: this may be acted upon, once."""

    utterance_id: str
    text: str


@dataclass(frozen=True)
class Proposal:
    """An action that the agent asks to be allowed, made in one turn, arguments shown exactly."""

    id: str
    turn_id: str
    action: str
    arguments: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Speech:
    """Something said aloud in a turn. It may sound like a yes; it never is one."""

    turn_id: str
    text: str
    final: bool


@dataclass(frozen=True)
class Decision:
    """An explicit answer to one proposal: a button, not a word."""

    proposal_id: str
    approve: bool


@dataclass(frozen=True)
class ToolRun:
    """One use of a tool. `cooperative`: it stops when it is asked to."""

    id: str
    name: str
    phase: ToolPhase
    cooperative: bool


@dataclass(frozen=True)
class CancelNotice:
    """What became of the tools when the user said stop: ids of tool runs, each in one place."""

    stopped: tuple[str, ...]
    still_running: tuple[str, ...]
    already_done: tuple[str, ...]
