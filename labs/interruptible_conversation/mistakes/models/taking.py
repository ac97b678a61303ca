"""Wrong outboxes that take in another way; each is made of the right one."""

from typing import cast

from labs.interruptible_conversation.mistakes.models.outbox import Pair, Right


class NotEmptied(Right):
    def take(self) -> object:
        return list(self.queue)


class NotCountedDown(Right):
    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.taken = 0

    def held(self) -> int:
        return super().held() + self.taken

    def take(self) -> object:
        self.taken += super().held()
        return super().take()


class Cleared(Right):
    """Gives the very list that it then clears."""

    def take(self) -> object:
        self.queue.clear()
        return self.queue


class Sorting(Right):
    def take(self) -> object:
        self.queue.sort()
        return super().take()


class Stack(Right):
    def take(self) -> object:
        self.queue.reverse()
        return super().take()


class ByTurn(Right):
    def take(self) -> object:
        turns = list(dict.fromkeys(turn for turn, _ in self.queue))
        self.queue.sort(key=lambda pair: turns.index(pair[0]))
        return super().take()


class Texts(Right):
    def take(self) -> object:
        return [text for _, text in cast(list[Pair], super().take())]


class Lists(Right):
    def take(self) -> object:
        return [list(pair) for pair in cast(list[Pair], super().take())]


class Tuples(Right):
    def take(self) -> object:
        return tuple(cast(list[Pair], super().take()))


class Swapped(Right):
    def take(self) -> object:
        return [(text, turn_id) for turn_id, text in cast(list[Pair], super().take())]


class Joined(Right):
    """One pair a turn."""

    def take(self) -> object:
        joined: dict[str, str] = {}
        for turn_id, text in cast(list[Pair], super().take()):
            joined[turn_id] = joined.get(turn_id, "") + text
        return list(joined.items())
