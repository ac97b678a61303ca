"""The reference orderer, beyond its contract: an `emit` that raises loses nothing."""

import importlib.util
from collections.abc import Callable
from typing import Protocol, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labs.course import course_folder

Emit = Callable[[int, str], None]


class Offers(Protocol):
    def offer(self, seq: int, text: str) -> None: ...


def orderer(start: int, emit: Emit) -> Offers:
    path = course_folder("solutions") / "run_state_machine" / "orderer.py"
    spec = importlib.util.spec_from_file_location("reference_orderer", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return cast(Callable[[int, Emit], Offers], module.SeqOrderer)(start, emit)


class Stumbling:
    """An `emit` that raises at its n-th calls and shows what it is given otherwise."""

    def __init__(self, *stumbles: int) -> None:
        self._stumbles = stumbles
        self._calls = 0
        self.shown: list[tuple[int, str]] = []

    def __call__(self, seq: int, text: str) -> None:
        self._calls += 1
        if self._calls in self._stumbles:
            raise ConnectionError
        self.shown.append((seq, text))


def test_what_could_not_be_shown_is_shown_at_the_next_offer() -> None:
    emit = Stumbling(2)
    ordering = orderer(0, emit)
    ordering.offer(2, "c")
    ordering.offer(1, "b")
    with pytest.raises(ConnectionError):
        ordering.offer(0, "a")
    assert emit.shown == [(0, "a")]
    ordering.offer(0, "a")  # late, and still the occasion
    assert emit.shown == [(0, "a"), (1, "b"), (2, "c")]


@given(order=st.permutations(range(8)), stumbles=st.sets(st.integers(1, 12), max_size=5))
def test_whatever_stumbles_each_is_shown_once_and_in_order(
    order: list[int], stumbles: set[int]
) -> None:
    emit = Stumbling(*stumbles)
    ordering = orderer(0, emit)
    for seq in [*order, *[0] * (len(stumbles) + 1)]:
        try:
            ordering.offer(seq, str(seq))
        except ConnectionError:
            continue
    assert emit.shown == [(seq, str(seq)) for seq in range(8)]
