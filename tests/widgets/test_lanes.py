"""Lanes: what is shown is what was emitted, and every defect has its name."""

import runpy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labs.course import course_folder
from labs.widgets.arrivals import Arrival, Emit, arrivals_of
from labs.widgets.drawing import film_text
from labs.widgets.film import Film, State
from labs.widgets.lanes import lanes_film, sentences
from labs.widgets.lanes_live import lanes_widget
from labs.widgets.looks import HALF
from tests.widgets.arriving import ARRIVALS, AsItComes, InOrder

ORDER = [(seq, f"{seq} ") for seq in (0, 2, 2, 1, 1, 4)]


def lane(film: Film, number: int, frame: int) -> list[tuple[str, State]]:
    """What stands in that lane in that frame, from left to right."""
    y = sorted({line.y1 for line in film.lines})[number]
    marks = sorted((mark for mark in film.marks if mark.y == y), key=lambda mark: mark.x)
    return [(m.label, m.state(frame)) for m in marks if m.state(frame) != "absent"]


@settings(deadline=None)
@given(ARRIVALS)
def test_in_the_end_it_shows_what_was_emitted(arrivals: list[Arrival]) -> None:
    film = lanes_film(arrivals)
    shown = [label for label, s in lane(film, 2, len(arrivals)) if s in ("shown", "wrong", "twice")]
    assert shown == [str(seq) for arrival in arrivals for seq, _ in arrival.emitted]
    assert [label for label, _ in lane(film, 1, len(arrivals))] == [str(a.seq) for a in arrivals]
    assert len(film.captions) == len(arrivals) + 1
    assert 0 <= film.begin <= len(arrivals)


@settings(deadline=None)
@given(ARRIVALS)
def test_nothing_stands_on_anything_else(arrivals: list[Arrival]) -> None:
    film = lanes_film(arrivals)
    for frame in range(len(film.captions)):
        places = [(m.x, m.y) for m in film.marks if m.state(frame) != "absent"]
        assert len(places) == len(set(places))
    assert all(mark.x + HALF <= film.width for mark in film.marks)


@settings(deadline=None)
@given(st.permutations(range(12)), st.lists(st.integers(0, 11), max_size=6))
def test_whatever_the_order_an_orderer_of_ours_shows_nothing_wrong(
    order: list[int], repeats: list[int]
) -> None:
    film = lanes_film(arrivals_of([(seq, "x") for seq in [*order, *repeats]], InOrder))
    assert {"wrong", "twice", "lost"}.isdisjoint(film.states_used())
    last = len(film.captions) - 1
    assert lane(film, 2, last) == [(str(seq), "shown") for seq in range(12)]
    assert [s for _, s in lane(film, 1, last)] == ["shown"] * 12 + ["dropped"] * len(repeats)


def test_held_dropped_awaited_and_lost_have_their_marks_and_words() -> None:
    film = lanes_film(arrivals_of(ORDER, InOrder), sent=5)
    assert film.captions == (
        "Before the first arrival: 5 fragments are sent.",
        "arrival 1: 0 arrives; 0 is shown",
        "arrival 2: 2 arrives early; not shown yet, for 1 is due",
        "arrival 3: 2 arrives again; dropped",
        "arrival 4: 1 arrives; 1 to 2 are shown",
        "arrival 5: 1 arrives again; dropped",
        "arrival 6: 4 arrives early; not shown yet, for 3 is due",
    )
    assert lane(film, 1, 3) == [("0", "shown"), ("2", "early"), ("2", "dropped")]
    assert lane(film, 2, 3) == [("0", "shown"), ("1", "gap")]
    assert lane(film, 0, 6)[3:] == [("3", "lost"), ("4", "sent")]
    assert film.begin == 2
    assert "shown: 0 shown; 1 waited for" in film_text(film)


def test_without_an_orderer_the_wrong_ones_are_marked() -> None:
    film = lanes_film(arrivals_of(ORDER, AsItComes))
    states = [state for _, state in lane(film, 2, 6)]
    assert states == ["shown", "wrong", "twice", "wrong", "twice", "wrong"]
    assert film.captions[2:6] == (
        "arrival 2: 2 arrives; 2 is shown out of order, where 1 is due",
        "arrival 3: 2 arrives again; 2 is shown again",
        "arrival 4: 1 arrives; 1 is shown too late",
        "arrival 5: 1 arrives again; 1 is shown again",
    )


def test_what_is_due_and_swallowed_is_lost() -> None:
    class Forgets(InOrder):
        def offer(self, seq: int, text: str) -> None:
            if seq != 1:
                super().offer(seq, text)

    film = lanes_film(arrivals_of([(0, "a"), (1, "b"), (2, "c")], Forgets))
    assert film.captions[2] == "arrival 2: 1 arrives; 1 is due and not shown"
    assert lane(film, 1, 3) == [("0", "shown"), ("1", "lost"), ("2", "early")]
    assert lane(film, 2, 3) == [("0", "shown"), ("1", "lost")]


def test_an_orderer_that_breaks_breaks_no_picture() -> None:
    class Raises(AsItComes):
        def __init__(self, start: int, emit: Emit) -> None:
            self.calls = 0
            super().__init__(start, emit)
            self.offer = self.raises

        def raises(self, seq: int, text: str) -> None:
            raise KeyError(seq)

    def unmade(start: int, emit: Emit) -> Raises:
        raise TypeError("no such thing")

    assert "the orderer raised KeyError: 0" in lanes_film(arrivals_of(ORDER, Raises)).captions[1]
    assert "raised TypeError: no such thing" in lanes_film(arrivals_of(ORDER, unmade)).captions[1]


def test_the_sentences() -> None:
    arrivals = arrivals_of([(0, "a "), (2, "c"), (1, "b ")], InOrder)
    assert sentences(arrivals) == ("a cb ", "a b c")
    assert "as it is shown: a b c" in film_text(lanes_film(arrivals))


@pytest.mark.parametrize("tree", ["starter", "solutions"])
def test_the_widget_computes_anew(tree: str) -> None:
    orderer = runpy.run_path(str(course_folder(tree) / "run_state_machine/orderer.py"))
    texts = [f"{n} " for n in range(12)]

    def scramble(count: int, seed: int, block: int) -> list[int]:
        return [*range(seed % count, count), *range(seed % count)][: count * block]

    widget = lanes_widget(orderer["SeqOrderer"], texts, scramble=scramble, seed=3)
    wrong = "out of order" in str(widget._repr_mimebundle_()[0]["text/plain"])
    assert wrong is (tree == "starter")
    widget.seed.value = 0
    assert "out of order" not in str(widget.lanes._repr_mimebundle_()[0]["text/plain"])
    widget.block.value = 99
    assert widget.block.value == 16
    assert widget.lanes.frame == 12
    assert "blocks of 16" in str(widget.lanes.film["title"])
