"""Wrong buffers, each made of the right one by its parts."""

from dataclasses import replace

from labs.protocol import Event
from labs.streaming_protocol.trials.buffered import DELTA, both, deltas, joinable


class Right:
    """Joins all that may be joined once there are too many; so does the solution."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.events: list[Event] = []

    @property
    def held(self) -> object:
        return len(self.events)

    def put(self, event: Event) -> None:
        self.events.append(event)
        if self.too_many():
            self.shrink()

    def take(self) -> object:
        taken, self.events = self.events, []
        return taken

    def too_many(self) -> bool:
        return deltas(self.events) > self.limit

    def shrink(self) -> None:
        made: list[Event] = []
        for event in self.events:
            if made and self.fits(made[-1], event):
                event = self.both(made.pop(), event)
            made.append(event)
        self.events = made

    def fits(self, one: Event, other: Event) -> bool:
        return joinable(one, other)

    def both(self, one: Event, other: Event) -> Event:
        return both(one, other)


def eager(kind: type[Right]) -> type[Right]:
    """The same mistake, of one who joins at each put."""

    class Eager(kind):  # type: ignore[valid-type, misc]
        def too_many(self) -> bool:
            return True

    return Eager


class Endless(Right):
    def too_many(self) -> bool:
        return False


def endless_from(large: int) -> type[Right]:
    """A buffer to which a limit so large is none."""

    class Endless(Right):
        def too_many(self) -> bool:
            return self.limit < large and super().too_many()

    return Endless


class OneTooMany(Right):
    def too_many(self) -> bool:
        return deltas(self.events) > self.limit + 1


class LastPair(Right):
    """Joins the newest delta with the one before it, if it can."""

    def shrink(self) -> None:
        before, last = self.events[-2:] if len(self.events) > 1 else (None, None)
        if before is not None and last is not None and self.fits(before, last):
            self.events[-2:] = [self.both(before, last)]


class FirstPair(Right):
    def shrink(self) -> None:
        for at in range(len(self.events) - 1):
            if self.fits(self.events[at], self.events[at + 1]):
                self.events[at : at + 2] = [self.both(self.events[at], self.events[at + 1])]
                return


class EverySecond(Right):
    """Joins pairs, and no pair with the next one."""

    def shrink(self) -> None:
        made: list[Event] = []
        paired = False
        for event in self.events:
            if made and not paired and self.fits(made[-1], event):
                made.append(self.both(made.pop(), event))
                paired = True
            else:
                made.append(event)
                paired = False
        self.events = made


class AcrossHoles(Right):
    def fits(self, one: Event, other: Event) -> bool:
        same = one.response_id == other.response_id
        return same and one.type == other.type == DELTA


class AcrossResponses(Right):
    def fits(self, one: Event, other: Event) -> bool:
        return one.type == other.type == DELTA


class AnyResponsesNumbers(Right):
    def fits(self, one: Event, other: Event) -> bool:
        return one.type == other.type == DELTA and one.seq + 1 == other.first_seq


class BySeq(Right):
    """Looks at the numbers of the second one's end."""

    def fits(self, one: Event, other: Event) -> bool:
        return super().fits(one, other) and one.seq + 1 == other.seq


class SingleOnes(Right):
    """What stands for several is not joined any more."""

    def fits(self, one: Event, other: Event) -> bool:
        alone = one.seq == one.first_seq and other.seq == other.first_seq
        return super().fits(one, other) and alone


class ShortSpans(Right):
    """What would stand for very many is not joined."""

    def fits(self, one: Event, other: Event) -> bool:
        return super().fits(one, other) and other.seq - one.first_seq < 100


class NotEmpty(Right):
    def fits(self, one: Event, other: Event) -> bool:
        return super().fits(one, other) and bool(one.data["text"] and other.data["text"])


class AnyTypes(Right):
    """Joins whatever stands side by side; what has no text adds none."""

    def fits(self, one: Event, other: Event) -> bool:
        same = one.response_id == other.response_id
        return same and one.seq + 1 == other.first_seq and DELTA in (one.type, other.type)

    def both(self, one: Event, other: Event) -> Event:
        text = f"{one.data.get('text', '')}{other.data.get('text', '')}"
        return replace(other, type=DELTA, data={"text": text}, first_seq=one.first_seq)


class AnyTypesSecond(AnyTypes):
    """The joined one is of the second one's type."""

    def both(self, one: Event, other: Event) -> Event:
        text = f"{one.data.get('text', '')}{other.data.get('text', '')}"
        return replace(other, data={**other.data, "text": text}, first_seq=one.first_seq)


class TypesAlike(AnyTypesSecond):
    """Joins what is of one type, whichever it is."""

    def fits(self, one: Event, other: Event) -> bool:
        same = one.response_id == other.response_id
        return same and one.seq + 1 == other.first_seq and one.type == other.type


class TypesAlikeWithoutText(TypesAlike):
    """It stumbles over the text that is not there."""

    def both(self, one: Event, other: Event) -> Event:
        return both(one, other)


class NewestResponse(Right):
    def fits(self, one: Event, other: Event) -> bool:
        return super().fits(one, other) and other.response_id == self.events[-1].response_id


class OneLimit(Right):
    """The limit is the class's: the last one made sets it."""

    limit = 1

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        del self.limit
        OneLimit.limit = limit


class AcrossOthers(Right):
    """Joins a delta with the last one of its response, whatever has come in between."""

    def shrink(self) -> None:
        made: list[Event] = []
        for event in self.events:
            own = [n for n, one in enumerate(made) if self.goes_before(one, event)]
            if event.type == DELTA and own:
                made[own[-1]] = self.both(made[own[-1]], event)
            else:
                made.append(event)
        self.events = made

    def goes_before(self, one: Event, event: Event) -> bool:
        return one.type == DELTA and one.response_id == event.response_id


class AcrossOtherResponses(AcrossOthers):
    """The same, as long as nothing is missing."""

    def goes_before(self, one: Event, event: Event) -> bool:
        return joinable(one, event)
