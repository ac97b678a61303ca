"""Arrivals for tests: any order, any orderer."""

from hypothesis import strategies as st

from labs.widgets.arrivals import Arrival, Emit

NUMBERS = st.integers(0, 12)
EMISSIONS = st.lists(st.tuples(NUMBERS, st.text(max_size=3)), max_size=4).map(tuple)
ARRIVALS = st.lists(
    st.builds(Arrival, NUMBERS, st.text(max_size=3), EMISSIONS, st.sampled_from(["", "it raised"])),
    max_size=20,
)
"""Whatever an orderer may make of whatever may come."""


class InOrder:
    """What the reference does, in another way: all that was ever offered, then what follows."""

    def __init__(self, start: int, emit: Emit) -> None:
        self.next, self.emit, self.offered = start, emit, dict[int, str]()

    def offer(self, seq: int, text: str) -> None:
        self.offered.setdefault(seq, text)
        while self.next in self.offered:
            self.next += 1
            self.emit(self.next - 1, self.offered[self.next - 1])


class AsItComes:
    """The starter: shows whatever comes."""

    def __init__(self, start: int, emit: Emit) -> None:
        self.offer = emit
