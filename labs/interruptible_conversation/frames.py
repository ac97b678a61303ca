"""Frames: what a client may send, and a clear refusal of everything else.

Knows JSON and the words of the lab; no socket. A frame is one JSON object with a `type`, the
turn's `token`, and what belongs to its type, and nothing else is looked at.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from labs.conversation import Decision, Transcript

MAX_FRAME = 64 * 1024
"""The longest frame, in bytes: the longest text with each character escaped, and some room."""
MAX_TEXT = 4_000
MAX_ID = 128
MAX_REVISION = 1_000_000


class Refused(Exception):
    """What was sent is not done. `code` is for programs, the text for people."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = code


@dataclass(frozen=True)
class Hello:
    """Show me where the conversation stands."""


@dataclass(frozen=True)
class Begin:
    """I interrupt: a new turn begins."""


@dataclass(frozen=True)
class Stop:
    """Stop what you say and do."""


@dataclass(frozen=True)
class Shown:
    """I have shown all words up to the frame with this number."""

    number: int


Content = Hello | Begin | Stop | Shown | Transcript | Decision


@dataclass(frozen=True)
class Frame:
    """What a client sent."""

    token: str
    content: Content


def read_frame(text: str) -> Frame:
    """The frame in a text.

    Raises:
        Refused: it is none.
    """
    try:
        said: object = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("bad_frame", "a frame is one JSON object") from None
    match said:
        case {"token": str(token), "type": str(kind), **content}:
            return Frame(token, _content(kind, content))
        case {"type": str()}:
            raise Refused("bad_token", "a frame carries its turn's token")
    raise Refused("bad_frame", "a frame is one JSON object with a type and a token")


def _content(kind: str, said: Mapping[object, object]) -> Content:
    match kind, said:
        case "hello", _:
            return Hello()
        case "begin", _:
            return Begin()
        case "stop", _:
            return Stop()
        case "shown", {"number": int(number)} if type(number) is int:
            return Shown(number)
        case "speech", {
            "utterance_id": str(utterance_id),
            "revision": int(revision),
            "text": str(heard),
            "final": bool(final),
        } if type(revision) is int and 0 <= revision <= MAX_REVISION:
            utterance_id = _storable(utterance_id, MAX_ID)
            return Transcript(utterance_id, revision, _storable(heard, MAX_TEXT), final)
        case "decide", {"proposal_id": str(proposal_id), "approve": bool(approve)}:
            return Decision(_storable(proposal_id, MAX_ID), approve)
    raise Refused("bad_frame", f"no frame of the type {kind[:40]!a} is like that")


def _storable(text: str, most: int) -> str:
    if len(text) > most:
        raise Refused("too_long", f"a text has {len(text):,} characters; {most:,} are allowed")
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise Refused("bad_frame", "a text holds a character that cannot be stored")
    return text
