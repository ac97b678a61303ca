"""What a client's buffer may hold: joined early or late, but only what may be joined, and rightly.

Knows the events of one buffer as they were put since it was last emptied, and judges an answer by
the rule's properties, for there are several right ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from labs.calls import Odd, Value, Word
from labs.protocol import Event
from labs.specs import same, valued
from labs.streaming_protocol.trials.telling import told_text

DELTA = "output_text.delta"


def joinable(one: Event, other: Event) -> bool:
    """Whether the two are deltas of one response between which nothing is missing."""
    ours = one.response_id == other.response_id and one.type == other.type == DELTA
    return ours and one.seq + 1 == other.first_seq


def joined(events: Sequence[Event]) -> list[Event]:
    """The events with all side by side joined that may be."""
    made: list[Event] = []
    for event in events:
        if made and joinable(made[-1], event):
            event = both(made.pop(), event)
        made.append(event)
    return made


def both(one: Event, other: Event) -> Event:
    """The two deltas as one."""
    text = f"{one.data['text']}{other.data['text']}"
    return replace(other, data={"text": text}, first_seq=one.first_seq)


def deltas(events: Sequence[Event]) -> int:
    """How many of them are deltas."""
    return sum(event.type == DELTA for event in events)


@dataclass
class Held:
    """What was put into a buffer since it was last emptied, and how many it said that it held."""

    limit: int
    put: list[Event] = field(default_factory=list)
    said: int | None = None
    _deltas: int = 0
    _seams: int = 0

    def add(self, event: Event) -> None:
        """The next event is put. What is asked for after each one is counted here once."""
        self._seams += bool(self.put) and joinable(self.put[-1], event)
        self._deltas += event.type == DELTA
        self.put.append(event)
        self.said = None

    def empty(self) -> None:
        """Everything is taken."""
        self.put, self.said = [], None
        self._deltas = self._seams = 0

    def fewest(self) -> int:
        """How many events are held if all is joined that may be."""
        return len(self.put) - self._seams

    def most(self) -> int:
        """How many events may be held: no more deltas than the limit, or none joinable."""
        others = len(self.put) - self._deltas
        return max(self.fewest(), others + min(self.limit, self._deltas))

    def example(self) -> list[Event]:
        """A right answer: all as it was put, or all joined."""
        return self.put if self._deltas <= self.limit else joined(self.put)

    def wrong(self, taken: Sequence[Value]) -> str | None:
        """What is wrong with what was taken, in a few words."""
        rest, made = list(self.put), list[Event]()
        for value in taken:
            if not rest:
                return "gives what is not held"
            event = rest.pop(0)
            while not same(valued(event), value) and rest and joinable(event, rest[0]):
                event = both(event, rest.pop(0))
            if not same(valued(event), value):
                return "loses or changes an event"
            made.append(event)
        if rest:
            return "loses or changes an event"
        if deltas(made) > self.limit and len(made) > self.fewest():
            return "leaves joinable deltas"
        if self.said is not None and self.said != len(made):
            return "holds another number than it says"
        return None


def are_events(taken: object) -> bool:
    """Whether it is a list of events, as such arrive."""
    if not isinstance(taken, list):
        return False
    return all(isinstance(item, Word) and item.kind == "Event" for item in taken)


def told_event(event: Value | Odd) -> str:
    """An event in a few words: `delta 1-3 'Hel'`; of any response but r1 with its name."""
    if not isinstance(event, Word) or len(event.fields) != 6:
        return "?"
    response_id, seq, _, kind, data, first_seq = event.fields
    said = data.get("text") if kind == DELTA and isinstance(data, dict) else ""
    text = f" {told_text(said) if isinstance(said, str) else ascii(said)}" if kind == DELTA else ""
    span = f"{seq}" if first_seq == seq else f"{first_seq}-{seq}"
    whose = "" if response_id == "r1" else f"{response_id} "
    return f"{whose}{'delta' if kind == DELTA else kind} {span}{text}"


def told_events(events: Sequence[Value]) -> str:
    """Several of them, as a list."""
    return f"[{', '.join(map(told_event, events))}]"
