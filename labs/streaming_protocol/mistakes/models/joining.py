"""Wrong buffers: what is dropped, moved, or joined wrongly. Each is made of the right one."""

from dataclasses import replace

from labs.protocol import Event
from labs.streaming_protocol.mistakes.models.buffers import Right
from labs.streaming_protocol.trials.buffered import DELTA


class DropsNewest(Right):
    def shrink(self) -> None:
        if self.events[-1].type == DELTA:
            self.events.pop()


class DropsOldest(Right):
    def shrink(self) -> None:
        first = next(n for n, event in enumerate(self.events) if event.type == DELTA)
        del self.events[first]


class DropsOldestEvent(Right):
    def too_many(self) -> bool:
        return len(self.events) > self.limit

    def shrink(self) -> None:
        del self.events[0]


class DropsOthers(Right):
    def shrink(self) -> None:
        self.events = [event for event in self.events if event.type == DELTA]
        super().shrink()


class HoldsTwenty(Right):
    """Its list has room for twenty events."""

    def put(self, event: Event) -> None:
        super().put(event)
        del self.events[:-20]


class NewestSnapshot(Right):
    def put(self, event: Event) -> None:
        if event.type == "snapshot":
            self.events = [one for one in self.events if not self.is_older(one, event)]
        super().put(event)

    def is_older(self, one: Event, event: Event) -> bool:
        return one.type == "snapshot" and one.response_id == event.response_id


class OthersLast(Right):
    def shrink(self) -> None:
        self.events.sort(key=lambda event: event.type != DELTA)
        super().shrink()


class OthersFirst(Right):
    def shrink(self) -> None:
        self.events.sort(key=lambda event: event.type == DELTA)
        super().shrink()


class JoinedFirst(Right):
    """Joins what may be joined, and then puts all others last."""

    def shrink(self) -> None:
        super().shrink()
        self.events.sort(key=lambda event: event.type != DELTA)


class NewestTextOnly(Right):
    def both(self, one: Event, other: Event) -> Event:
        return replace(other, first_seq=one.first_seq)


class FirstTextOnly(Right):
    def both(self, one: Event, other: Event) -> Event:
        return replace(super().both(one, other), data=one.data)


class InPlace(Right):
    def both(self, one: Event, other: Event) -> Event:
        other.data["text"] = f"{one.data['text']}{other.data['text']}"
        return replace(other, first_seq=one.first_seq)


class BeforeInPlace(Right):
    def both(self, one: Event, other: Event) -> Event:
        one.data["text"] = f"{one.data['text']}{other.data['text']}"
        return replace(other, first_seq=one.first_seq, data=one.data)


class LazilyInPlace(BeforeInPlace):
    """Joins only once somebody looks."""

    def put(self, event: Event) -> None:
        self.events.append(event)

    @property
    def held(self) -> object:
        self.tidy()
        return super().held

    def take(self) -> object:
        self.tidy()
        return super().take()

    def tidy(self) -> None:
        if self.too_many():
            self.shrink()


class SameTextOnce(Right):
    """Takes the same text for the same event."""

    def both(self, one: Event, other: Event) -> Event:
        joined = super().both(one, other)
        return replace(joined, data=other.data) if one.data == other.data else joined


class LongTextCut(Right):
    def both(self, one: Event, other: Event) -> Event:
        joined = super().both(one, other)
        return replace(joined, data={"text": str(joined.data["text"])[:200]})


class LongerTextCut(Right):
    def both(self, one: Event, other: Event) -> Event:
        joined = super().both(one, other)
        return replace(joined, data={"text": str(joined.data["text"])[:4_096]})


class TextsSwapped(Right):
    def both(self, one: Event, other: Event) -> Event:
        text = f"{other.data['text']}{one.data['text']}"
        return replace(super().both(one, other), data={"text": text})


class TextsSpaced(Right):
    def both(self, one: Event, other: Event) -> Event:
        text = f"{one.data['text']} {other.data['text']}"
        return replace(super().both(one, other), data={"text": text})


class FirstSeqOfLast(Right):
    def both(self, one: Event, other: Event) -> Event:
        return replace(super().both(one, other), first_seq=other.first_seq)


class FirstSeqIsSeq(Right):
    def both(self, one: Event, other: Event) -> Event:
        return replace(super().both(one, other), first_seq=one.seq)


class SeqOfFirst(Right):
    def both(self, one: Event, other: Event) -> Event:
        return replace(super().both(one, other), seq=one.seq)


class FirstWithMoreText(Right):
    """All of the first one but its text."""

    def both(self, one: Event, other: Event) -> Event:
        return replace(one, data=super().both(one, other).data)


class TimeOfFirst(Right):
    def both(self, one: Event, other: Event) -> Event:
        return replace(super().both(one, other), at=one.at)


EASILY_FORGOTTEN = (
    "tool.failed tool.cancelled",
    "response.cancelled response.failed",
    "approval.required",
    "response.started",
)


def without(kinds: str) -> type[Right]:
    """A buffer that drops events of these types."""

    class Without(Right):
        def put(self, event: Event) -> None:
            if event.type not in kinds.split():
                super().put(event)

    return Without
