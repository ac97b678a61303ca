"""Wrong outboxes that drop in another way, or share; each is made of the right one."""

from typing import cast

from labs.interruptible_conversation.mistakes.models.outbox import Pair, Right


class Forgetful(Right):
    def take(self) -> object:
        self.dropped.clear()
        return super().take()


class Unremembered(Right):
    def drop(self, turn_id: str) -> object:
        lost = super().drop(turn_id)
        self.dropped.clear()
        return lost


class LastDropped(Right):
    def drop(self, turn_id: str) -> object:
        self.dropped.clear()
        return super().drop(turn_id)


class OnlyWhatWasHeld(Right):
    def drop(self, turn_id: str) -> object:
        known = any(turn_id == turn for turn, _ in self.queue) or turn_id in self.dropped
        lost = super().drop(turn_id)
        if not known:
            self.dropped.discard(turn_id)
        return lost


class Uncounted(Right):
    """What is thrown away stays in the count."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.thrown = 0

    def held(self) -> int:
        return super().held() + self.thrown

    def drop(self, turn_id: str) -> object:
        before = super().held()
        super().drop(turn_id)
        lost = before - super().held()
        self.thrown += lost
        return lost

    def take(self) -> object:
        self.thrown = 0
        return super().take()


class UncountedEver(Uncounted):
    def take(self) -> object:
        thrown = self.thrown
        taken = super().take()
        self.thrown = thrown
        return taken


class WhateverWasPut(Right):
    """Counts what a turn has ever put."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.put_in: dict[str, int] = {}

    def put(self, turn_id: str, text: str) -> object:
        said = super().put(turn_id, text)
        if said:
            self.put_in[turn_id] = self.put_in.get(turn_id, 0) + len(text)
        return said

    def drop(self, turn_id: str) -> object:
        super().drop(turn_id)
        return self.lost(turn_id)

    def lost(self, turn_id: str) -> int:
        return self.put_in.pop(turn_id, 0)


class WhateverWasPutAgain(WhateverWasPut):
    def lost(self, turn_id: str) -> int:
        return self.put_in.get(turn_id, 0)


class WhateverIsSaid(WhateverWasPut):
    """And takes it off the count, which then falls below nothing."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.off = 0

    def held(self) -> int:
        return super().held() - self.off

    def drop(self, turn_id: str) -> object:
        held = super().held()
        lost = cast(int, super().drop(turn_id))
        self.off += lost - (held - super().held())
        return lost


class Kept(Right):
    """Refuses from now on, and keeps what is held."""

    def drop(self, turn_id: str) -> object:
        self.dropped.add(turn_id)
        return sum(len(text) for turn, text in self.queue if turn == turn_id)


class Nothing(Right):
    def drop(self, turn_id: str) -> object:
        return 0


class Everything(Right):
    def drop(self, turn_id: str) -> object:
        lost = self.held()
        self.queue = []
        self.dropped.add(turn_id)
        return lost


class FirstOnly(Right):
    def drop(self, turn_id: str) -> object:
        self.dropped.add(turn_id)
        for pair in self.queue:
            if pair[0] == turn_id:
                self.queue.remove(pair)
                return len(pair[1])
        return 0


class EverySecond(Right):
    """Removes from the very list that it goes through."""

    def drop(self, turn_id: str) -> object:
        before = self.held()
        self.dropped.add(turn_id)
        for pair in self.queue:
            if pair[0] == turn_id:
                self.queue.remove(pair)
        return before - self.held()


class CountsPairs(Right):
    def drop(self, turn_id: str) -> object:
        before = len(self.queue)
        super().drop(turn_id)
        return before - len(self.queue)


class CountsTheRest(Right):
    def drop(self, turn_id: str) -> object:
        super().drop(turn_id)
        return self.held()


class Whether(Right):
    def drop(self, turn_id: str) -> object:
        return cast(int, super().drop(turn_id)) > 0


class SaysNothing(Right):
    def drop(self, turn_id: str) -> object:
        super().drop(turn_id)
        return None


class Unknown(Right):
    def drop(self, turn_id: str) -> object:
        if not any(turn_id == turn for turn, _ in self.queue):
            raise KeyError
        return super().drop(turn_id)


def sharing(*, queue: bool) -> type[Right]:
    """An outbox whose class keeps the queue, or what was dropped: a class of its own each time."""
    pairs: list[Pair] = []
    turns: set[str] = set()

    class Sharing(Right):
        def __init__(self, limit: int) -> None:
            super().__init__(limit)
            if queue:
                self.queue = pairs
            else:
                self.dropped = turns

    return Sharing
