"""Wrong orderers: what two of them have in common."""

from labs.run_state_machine.mistakes.orderers.right import Emit, MakeOrderer, Right


def sharing_a_buffer(*, keeps: bool, drops_late: bool) -> MakeOrderer:
    """An orderer whose buffer is everybody's; it forgets what was shown, or not."""
    buffer: dict[int, str] = {}

    class Sharing(Right):
        def __init__(self, start: int, emit: Emit) -> None:
            super().__init__(start, emit)
            self.held = buffer

        def take(self, seq: int, text: str) -> None:
            if seq >= self.next or not drops_late:
                self.held[seq] = text

        def show(self) -> None:
            self.emit(self.next, self.held[self.next] if keeps else self.held.pop(self.next))
            self.next += 1

    return Sharing


def sharing_the_next(first: int) -> MakeOrderer:
    """An orderer whose next number is everybody's."""

    class Sharing(Right):
        shared = first

        def __init__(self, start: int, emit: Emit) -> None:
            super().__init__(start, emit)

        def offer(self, seq: int, text: str) -> None:
            self.next = type(self).shared
            super().offer(seq, text)
            type(self).shared = self.next

    return Sharing


def sharing_all() -> MakeOrderer:
    """An orderer whose every part is that of the newest one."""
    newest: list[Right] = []

    class Sharing:
        def __init__(self, start: int, emit: Emit) -> None:
            newest[:] = [Right(start, emit)]

        def offer(self, seq: int, text: str) -> None:
            newest[0].offer(seq, text)

    return Sharing
