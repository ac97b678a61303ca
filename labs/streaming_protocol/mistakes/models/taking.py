"""Wrong buffers: what is counted, kept and taken. Each is made of the right one."""

from labs.protocol import Event
from labs.streaming_protocol.mistakes.models.buffers import Right
from labs.streaming_protocol.trials.buffered import deltas


class CountsDeltas(Right):
    @property
    def held(self) -> object:
        return deltas(self.events)


class CountsText(Right):
    @property
    def held(self) -> object:
        return sum(len(str(event.data.get("text", ""))) for event in self.events)


class CountsPuts(Right):
    """How many were put, and not how many are left of them."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.puts = 0

    @property
    def held(self) -> object:
        return self.puts

    def put(self, event: Event) -> None:
        self.puts += 1
        super().put(event)

    def take(self) -> object:
        self.puts = 0
        return super().take()


class CountsOnTake(CountsPuts):
    """Its count is right while nothing is joined, and stays as it is when all is taken."""

    def take(self) -> object:
        return Right.take(self)


class NotEmptied(Right):
    def take(self) -> object:
        return list(self.events)


class Cleared(Right):
    def take(self) -> object:
        self.events.clear()
        return self.events


class OneListForAll(Right):
    """Whoever has taken it sees in it what is taken next."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.given: list[Event] = []

    def take(self) -> object:
        self.given[:] = self.events
        self.events.clear()
        return self.given


class OwnWhenEmpty(Right):
    """Gives the very list in which the next event will be, if nothing is in it."""

    def take(self) -> object:
        return super().take() if self.events else self.events


class OneAtATime(Right):
    def take(self) -> object:
        return [self.events.pop(0)] if self.events else []


class Tuples(Right):
    def take(self) -> object:
        taken, self.events = self.events, []
        return tuple(taken)


class EventsLimited(Right):
    """Refuses whatever is more than the limit."""

    def put(self, event: Event) -> None:
        if len(self.events) < self.limit:
            self.events.append(event)


class RaisingLate(Right):
    """It raises, and holds what is too much all the same."""

    def shrink(self) -> None:
        raise OverflowError


class Raising(Right):
    def put(self, event: Event) -> None:
        if deltas([*self.events, event]) > self.limit:
            raise OverflowError
        self.events.append(event)


def sharing() -> type[Right]:
    """A buffer whose events are those of every other one."""
    events: list[Event] = []

    class Sharing(Right):
        def __init__(self, limit: int) -> None:
            super().__init__(limit)
            self.events = events

        def shrink(self) -> None:
            super().shrink()
            events[:] = self.events
            self.events = events

        def take(self) -> object:
            taken = list(events)
            events.clear()
            return taken

    return Sharing
