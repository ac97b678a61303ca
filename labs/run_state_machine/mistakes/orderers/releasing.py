"""Wrong orderers: when a fragment is let go, how often, and under which number."""

import heapq
import itertools

from labs.run_state_machine.mistakes.orderers.right import Emit, MakeOrderer, Right


class OnlyOne(Right):
    def flush(self) -> None:
        if self.next in self.held:
            self.show()


class OneMore(Right):
    def offer(self, seq: int, text: str) -> None:
        if seq > self.next:
            self.held[seq] = text
        elif seq == self.next:
            self.held[seq] = text
            self.show()
            if self.next in self.held:
                self.show()


class NeverHeld(Right):
    def take(self, seq: int, text: str) -> None:
        if seq == self.next:
            self.held[seq] = text


class Passing(Right):
    def offer(self, seq: int, text: str) -> None:
        self.emit(seq, text)


class Jumping(Right):
    def offer(self, seq: int, text: str) -> None:
        if seq >= self.next:
            self.emit(seq, text)
            self.next = seq + 1


class OnlyOnce(Right):
    def offer(self, seq: int, text: str) -> None:
        if seq not in self.held:
            self.held[seq] = text
            self.emit(seq, text)


class OnlyOnceFromStart(OnlyOnce):
    def offer(self, seq: int, text: str) -> None:
        if seq >= self.next:
            super().offer(seq, text)


class Repeating(Right):
    def take(self, seq: int, text: str) -> None:
        if seq < self.next:
            self.emit(seq, text)
        super().take(seq, text)


class EarlyToo(Right):
    def take(self, seq: int, text: str) -> None:
        if seq > self.next:
            self.emit(seq, text)
        super().take(seq, text)


class AllAgain(Right):
    def offer(self, seq: int, text: str) -> None:
        self.held.setdefault(seq, text)
        for number in itertools.takewhile(self.held.__contains__, itertools.count(self.next)):
            self.emit(number, self.held[number])


class Silent(Right):
    def show(self) -> None:
        self.held.pop(self.next)
        self.next += 1


class Late(Right):
    def offer(self, seq: int, text: str) -> None:
        self.flush()
        self.take(seq, text)


def handfuls() -> list[MakeOrderer]:
    """Orderers that collect so many and sort them."""

    def of(most: int) -> MakeOrderer:
        class Handful(Right):
            def offer(self, seq: int, text: str) -> None:
                self.held[seq] = text
                if len(self.held) == most:
                    for number in sorted(self.held):
                        self.emit(number, self.held[number])
                    self.held.clear()

        return Handful

    return [of(most) for most in range(2, 7)]


class Loud(Right):
    problem: type[Exception] = ValueError

    def take(self, seq: int, text: str) -> None:
        if seq < self.next or seq in self.held:
            raise self.problem
        super().take(seq, text)


class LoudBelow(Loud):
    def take(self, seq: int, text: str) -> None:
        self.held.pop(seq, None)
        super().take(seq, text)


class Deep(Right):
    def offer(self, seq: int, text: str) -> None:
        if seq > self.next:
            self.held[seq] = text
        elif seq == self.next:
            self.emit(seq, text)
            self.next += 1
            if self.next in self.held:
                self.offer(self.next, self.held.pop(self.next))


class Joining(Right):
    def flush(self) -> None:
        first, ready = self.next, ""
        while self.next in self.held:
            ready += self.held.pop(self.next)
            self.next += 1
        if self.next > first:
            self.emit(self.named(first, self.next - 1), ready)

    def named(self, first: int, last: int) -> int:
        return last


class JoiningFirst(Joining):
    def named(self, first: int, last: int) -> int:
        return first


class ThisNumber(Right):
    def offer(self, seq: int, text: str) -> None:
        self.take(seq, text)
        while self.next in self.held:
            self.emit(seq, self.held.pop(self.next))
            self.next += 1


class ByTwo(Right):
    def show(self) -> None:
        super().show()
        self.next += 1


class Limited(Right):
    def take(self, seq: int, text: str) -> None:
        if len(self.held) < 64:
            super().take(seq, text)


class Blocked(Right):
    def __init__(self, start: int, emit: Emit) -> None:
        super().__init__(start, emit)
        self.heap: list[tuple[int, str]] = []

    def offer(self, seq: int, text: str) -> None:
        if self.admits(seq):
            heapq.heappush(self.heap, (seq, text))
        while self.heap and self.heap[0][0] == self.next:
            self.emit(*heapq.heappop(self.heap))
            self.next += 1

    def admits(self, seq: int) -> bool:
        return True


class BlockedByHeld(Blocked):
    def admits(self, seq: int) -> bool:
        return seq >= self.next


class HeldTwice(Blocked):
    def offer(self, seq: int, text: str) -> None:
        if seq < self.next:
            return
        heapq.heappush(self.heap, (seq, text))
        while self.heap and self.heap[0][0] <= self.next:
            number, text = heapq.heappop(self.heap)
            self.emit(number, text)
            self.next = number + 1
