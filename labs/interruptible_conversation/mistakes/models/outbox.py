"""The right outbox, and wrong ones that put in another way; each is made of the right one."""

from collections.abc import Callable, Sequence

from labs.calls import Odd

Pair = tuple[str, str]
Asks = Callable[[str, str], bool | None]


class Right:
    """The rule, in small steps: each can be changed alone."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.queue: list[Pair] = []
        self.dropped: set[str] = set()

    @property
    def pending(self) -> object:
        return self.held()

    def held(self) -> int:
        return sum(self.size(text) for _, text in self.queue)

    def size(self, text: str) -> int:
        return len(text)

    def put(self, turn_id: str, text: str) -> object:
        for asks in self.questions():
            if (said := asks(turn_id, text)) is not None:
                return said
        self.queue.append((turn_id, text))
        return True

    def questions(self) -> Sequence[Asks]:
        return self.over, self.too_long, self.empty, self.full

    def over(self, turn_id: str, text: str) -> bool | None:
        return False if turn_id in self.dropped else None

    def too_long(self, turn_id: str, text: str) -> bool | None:
        if self.size(text) > self.limit:
            raise ValueError
        return None

    def empty(self, turn_id: str, text: str) -> bool | None:
        return None if text else True

    def full(self, turn_id: str, text: str) -> bool | None:
        return False if self.held() + self.size(text) > self.limit else None

    def take(self) -> object:
        taken = self.queue
        self.queue = []
        return taken

    def drop(self, turn_id: str) -> object:
        before = self.held()
        self.queue = [pair for pair in self.queue if pair[0] != turn_id]
        self.dropped.add(turn_id)
        return before - self.held()


class Items(Right):
    def size(self, text: str) -> int:
        return 1


class Bytes(Right):
    def size(self, text: str) -> int:
        return len(text.encode())


class Endless(Right):
    def questions(self) -> Sequence[Asks]:
        return self.over, self.too_long, self.empty


class LooksAtHeld(Right):
    def full(self, turn_id: str, text: str) -> bool | None:
        return False if text and self.held() >= self.limit else None


class NotExactly(Right):
    def full(self, turn_id: str, text: str) -> bool | None:
        return False if self.held() + len(text) >= self.limit else None


class NotExactlyUnlessAlone(Right):
    def full(self, turn_id: str, text: str) -> bool | None:
        fits = not self.queue or self.held() + len(text) < self.limit
        return None if fits else False


class OneTooMany(Right):
    def full(self, turn_id: str, text: str) -> bool | None:
        return False if self.held() + len(text) > self.limit + 1 else None


class TooLongExactly(Right):
    def too_long(self, turn_id: str, text: str) -> bool | None:
        return super().too_long(turn_id, text + "." if text else text)


class TooLongFirst(Right):
    def questions(self) -> Sequence[Asks]:
        return self.too_long, self.over, self.empty, self.full


class FitFirst(Right):
    def questions(self) -> Sequence[Asks]:
        return self.over, self.full, self.too_long, self.empty


class FitWhenHeld(Right):
    """Whether it will ever fit is asked only where nothing is held."""

    def too_long(self, turn_id: str, text: str) -> bool | None:
        return super().too_long(turn_id, text) if not self.queue else None


class EmptyFirst(Right):
    def questions(self) -> Sequence[Asks]:
        return self.empty, self.over, self.too_long, self.full


class EmptyQueued(Right):
    def questions(self) -> Sequence[Asks]:
        return self.over, self.too_long, self.full


class EmptyRefused(Right):
    def empty(self, turn_id: str, text: str) -> bool | None:
        return None if text else False


class RaisingOtherwise(Right):
    def too_long(self, turn_id: str, text: str) -> bool | None:
        if len(text) > self.limit:
            raise OverflowError
        return None


class RaisingWhenFull(Right):
    def full(self, turn_id: str, text: str) -> bool | None:
        if self.held() + len(text) > self.limit:
            raise ValueError
        return None


class RaisingWhenOver(Right):
    def over(self, turn_id: str, text: str) -> bool | None:
        if turn_id in self.dropped:
            raise ValueError
        return None


class Oldest(Right):
    """Makes room."""

    def full(self, turn_id: str, text: str) -> bool | None:
        while self.held() + len(text) > self.limit:
            del self.queue[0]
        return None


class Cutting(Right):
    def put(self, turn_id: str, text: str) -> object:
        room = self.limit - self.held()
        fits = turn_id in self.dropped or len(text) > self.limit
        return super().put(turn_id, text if fits else text[:room])


class Counting(Right):
    """Counts a text before it is known whether it fits."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.refused = 0

    def held(self) -> int:
        return super().held() + self.refused

    def full(self, turn_id: str, text: str) -> bool | None:
        said = super().full(turn_id, text)
        self.refused += len(text) if said is False else 0
        return said

    def take(self) -> object:
        self.refused = 0
        return super().take()


class Queueing(Right):
    """Says no, and queues it all the same."""

    def full(self, turn_id: str, text: str) -> bool | None:
        said = super().full(turn_id, text)
        if said is False:
            self.queue.append((turn_id, text))
        return said


class Distinct(Right):
    def put(self, turn_id: str, text: str) -> object:
        held = (turn_id, text) in self.queue
        said = super().put(turn_id, text)
        if held and said and text:
            self.queue.pop()
        return said


class Silent(Right):
    def put(self, turn_id: str, text: str) -> object:
        return super().put(turn_id, text) and None


class MethodPending(Right):
    @property
    def pending(self) -> object:
        return Odd("a method")
