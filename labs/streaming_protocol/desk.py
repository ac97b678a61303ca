"""The desk: what every part of the system is given, and how it reports.

Knows the ports and the parts by name. Plain data; whoever needs one thing of it takes that.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

from labs.runtime.model import Gate
from labs.runtime.ports import Bus, Clock
from labs.runtime.trace import Log, Record
from labs.streaming_protocol.figures import Figures
from labs.streaming_protocol.journal import Journal
from labs.streaming_protocol.logbook import Logbook
from labs.streaming_protocol.moderation import WORD_BY_WORD, Moderation
from labs.streaming_protocol.outside import Outside
from labs.streaming_protocol.parts import Parts
from labs.streaming_protocol.tokens import Tokens


@dataclass(frozen=True)
class Habits:
    """How long and how much. `held` is in events, `replay` too; `buffered` in deltas.

    A claim lapses `lease` after it was last renewed.
    """

    lease: timedelta = timedelta(seconds=15)
    approval: timedelta = timedelta(minutes=10)
    retention: timedelta = timedelta(days=30)
    round: timedelta = timedelta(minutes=1)
    places: int = 2
    buffered: int = 8
    held: int = 256
    replay: int = 1_000
    idle: timedelta = timedelta(seconds=5)


USUAL = Habits()


@dataclass(frozen=True)
class Desk:
    """The ports, the student's parts, the gates, new ids, and where to report.

    A gate holds the words ("words") or a tool at one point of its run ("mail:begun").
    """

    journal: Journal
    bus: Bus
    clock: Clock
    parts: Parts
    outside: Outside
    tokens: Tokens
    gates: Callable[[str], Gate]
    new_id: Callable[[str], str]
    log: Log
    figures: Figures = field(default_factory=Figures)
    moderation: Moderation = WORD_BY_WORD
    habits: Habits = USUAL
    logbook: Logbook | None = None

    def report(
        self,
        actor: str,
        what: str,
        response_id: str,
        *,
        seq: int | None = None,
        detail: str = "",
        **content: object,
    ) -> None:
        """Report what an actor did. `content` goes to the logbook only, which hides it."""
        self.log(Record(actor, what, response_id, seq, detail))
        if self.logbook is not None:
            known = {"actor": actor, "response_id": response_id, "seq": seq, "detail": detail}
            self.logbook.write(what, known | content)
