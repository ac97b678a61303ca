"""The desk: what every conversation is given, and how it reports.

Knows the ports and the parts by name. Plain data; whoever needs one thing of it takes that.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from labs.calls import Plain
from labs.interruptible_conversation.ledger import Ledger
from labs.interruptible_conversation.parts import Parts
from labs.interruptible_conversation.tokens import Tokens
from labs.runtime.model import Gate
from labs.runtime.ports import Bus, Model
from labs.runtime.trace import Log, Record

Message = Mapping[str, Plain]
Send = Callable[[Message], Awaitable[None]]
"""Sends one frame to a client, and returns once its socket has taken it."""


@dataclass(frozen=True)
class Desk:
    """The ports, the student's parts, the gates of the tools, new ids, and where to report."""

    ledger: Ledger
    bus: Bus
    model: Model
    parts: Parts
    tokens: Tokens
    gates: Callable[[str], Gate]
    new_id: Callable[[str], str]
    log: Log

    def report(self, actor: str, what: str, about: str, detail: str = "") -> None:
        """Report what an actor did; `about` is a conversation's, a turn's or a tool's id."""
        self.log(Record(actor, what, about, detail=detail))
