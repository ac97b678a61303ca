"""Reconnect: what is replayed, overlaps and is dropped, for each place to cut."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labs.widgets.drawing import film_svg, film_text
from labs.widgets.film import Film
from labs.widgets.reconnect import (
    MEANWHILE,
    OVERLAP,
    Orderer,
    reconnect_film,
    reconnect_table,
)

Emit = Callable[[int, str], None]

TEXTS = [f"word {number} " for number in range(20)]


class RightOrderer:
    def __init__(self, start: int, emit: Emit) -> None:
        self._next = start
        self._emit = emit

    def offer(self, seq: int, text: str) -> None:
        # Enough here: nothing comes out of order in this picture.
        if seq == self._next:
            self._emit(seq, text)
            self._next += 1


class PassThrough:
    def __init__(self, start: int, emit: Emit) -> None:
        self.offer = emit


def right(header: str | None) -> int:
    return 0 if header is None else int(header) + 1


def caption(
    cut: int,
    resume_from: Callable[[str | None], object] = right,
    orderer: Callable[[int, Emit], Orderer] = RightOrderer,
) -> str:
    return reconnect_film(TEXTS, resume_from, orderer).captions[cut]


def in_the_end(film: Film, frame: int) -> list[str]:
    lowest = max(mark.y for mark in film.marks)
    return [mark.state(frame) for mark in film.marks if mark.y == lowest]


def test_all_is_well() -> None:
    assert caption(6) == (
        "Cut after 6, the last is number 5. Back with Last-Event-ID 5. "
        "Replay 6 to 9, live 8 to 19; 8 to 9 overlap, dropped. Nothing twice; nothing missing."
    )


def test_cut_at_either_end() -> None:
    assert caption(0) == (
        "Cut before the first fragment. Back with no Last-Event-ID. "
        "Replay 0 to 3, live 2 to 19; 2 to 3 overlap, dropped. Nothing twice; nothing missing."
    )
    assert caption(20) == (
        "Cut after 20, the last is number 19. Back with Last-Event-ID 19. "
        "Replay nothing, live nothing. Nothing twice; nothing missing."
    )


def test_starting_over() -> None:
    assert caption(6, lambda header: 0).endswith("6 shown twice, 0 to 5; nothing missing.")


def test_one_too_many() -> None:
    said = caption(6, lambda header: right(header) + 1)
    assert said.endswith("Nothing twice; 1 missing, 6.")


def test_an_orderer_that_drops_nothing() -> None:
    assert caption(6, orderer=PassThrough).endswith(
        "8 to 9 overlap, not dropped. 2 shown twice, 8 to 9; nothing missing."
    )


def test_a_number_that_the_run_has_not_reached_means_all() -> None:
    assert "Replay 0 to 9, " in caption(6, lambda header: 11)
    assert "Replay nothing, live 8 to 19. " in caption(6, lambda header: 10)


def test_arithmetic_that_fails() -> None:
    def forgetful(header: str | None) -> int:
        if header is None:
            raise RuntimeError("no header")
        return int(header) + 1

    film = reconnect_film(TEXTS, forgetful, RightOrderer)
    assert film.captions[0] == (
        "Cut before the first fragment. Back with no Last-Event-ID. Replay nothing, live nothing. "
        "resume_from(None) raised RuntimeError: no header: the stream does not go on. "
        "Nothing twice; 20 missing, 0 to 19."
    )
    assert film.captions[1].endswith("Nothing twice; nothing missing.")


@pytest.mark.parametrize("answer", ["6", None, True, -1, 6.0])
def test_an_answer_that_is_no_number(answer: object) -> None:
    told = f"resume_from('5') answered {answer!r}: the stream does not go on. Nothing twice; 14 "
    assert told in caption(6, lambda header: answer)


def test_an_orderer_that_fails() -> None:
    class Strange(RightOrderer):
        def offer(self, seq: int, text: str) -> None:
            if seq == 12:
                raise KeyError(seq)
            super().offer(seq, text)

    said = caption(6, orderer=Strange)
    assert ". the orderer raised KeyError: 12. Nothing twice; 8 missing, 12 to 19." in said
    inventor = caption(
        6, orderer=lambda start, emit: RightOrderer(start, lambda s, t: emit(s, "!"))
    )
    assert "the orderer emitted what it was not offered, (6, '!'). " in inventor
    assert inventor.endswith("14 missing, 6 to 19.")


def test_an_orderer_that_cannot_be_made() -> None:
    def broken(start: int, emit: Emit) -> Orderer:
        raise NotImplementedError

    assert "the orderer raised NotImplementedError. " in caption(6, orderer=broken)


def test_the_picture_of_a_cut() -> None:
    assert film_text(reconnect_film(TEXTS[:12], lambda header: 5, PassThrough, begin=4)) == (
        "A connection is cut, and comes back\n"
        "before the cut: 0, 1, 2, 3 seen before\n"
        "replayed: 5, 6, 7 replayed\n"
        "live: 6, 7 overlap; 8, 9, 10, 11 live\n"
        "in the end: 0, 1, 2, 3 shown; 4 lost; 5 shown; 6, 7 shown twice; 8, 9, 10, 11 shown\n"
        "Cut after 4, the last is number 3. Back with Last-Event-ID 3. Replay 5 to 7, "
        "live 6 to 11; 6 to 7 overlap, not dropped. 2 shown twice, 6 to 7; 1 missing, 4."
    )


def test_the_table() -> None:
    assert reconnect_table(TEXTS[:6], lambda header: 0, RightOrderer) == (
        "cut after  Last-Event-ID  replayed  live     overlap  twice    missing\n"
        "0          none           0 to 3    2 to 5   2 to 3   nothing  nothing\n"
        "1          0              0 to 4    3 to 5   3 to 4   0        nothing\n"
        "2          1              0 to 5    4 to 5   4 to 5   0 to 1   nothing\n"
        "3          2              0 to 5    4 to 5   4 to 5   0 to 2   nothing\n"
        "4          3              0 to 5    4 to 5   4 to 5   0 to 3   nothing\n"
        "5          4              0 to 5    5        5        0 to 4   nothing\n"
        "6          5              0 to 5    nothing  nothing  0 to 5   nothing"
    )


@given(st.integers(0, 25))
def test_right_arithmetic_is_right_wherever_it_is_cut(length: int) -> None:
    film = reconnect_film(TEXTS[:length] + TEXTS[:5], right, RightOrderer)
    assert all(said.endswith(" Nothing twice; nothing missing.") for said in film.captions)
    assert all({*in_the_end(film, frame)} == {"shown"} for frame in range(len(film.captions)))


def recounted(length: int, cut: int, start: int, *, drops: bool) -> list[int]:
    """How often each fragment is seen, step by step as the words say it."""
    seen = [1 if seq < cut else 0 for seq in range(length)]
    stored = min(cut + MEANWHILE, length)
    if start > stored:
        start = 0
    came: list[int] = []
    for seq in range(start, length):
        if seq < stored:
            came.append(seq)
    for seq in range(length):
        if seq >= cut and seq >= stored - OVERLAP:
            came.append(seq)
    for at, seq in enumerate(came):
        expected = start if not came[:at] else max(start, max(came[:at]) + 1)
        if not drops or (seq == expected and seq not in came[:at]):
            seen[seq] += 1
    return seen


@given(
    st.integers(1, 20).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))),
    st.integers(0, 25),
    st.booleans(),
)
def test_any_answer_is_counted_rightly(run: tuple[int, int], start: int, drops: bool) -> None:
    length, cut = run
    orderer = RightOrderer if drops else PassThrough
    film = reconnect_film(TEXTS[:length], lambda header: start, orderer)
    seen = recounted(length, cut, start, drops=drops)
    twice, never = sum(times > 1 for times in seen), seen.count(0)
    counted = re.search(r"(\d+) shown twice", film.captions[cut])
    assert int(counted[1] if counted else 0) == twice
    missing = re.search(r"(\d+) missing", film.captions[cut])
    assert int(missing[1] if missing else 0) == never
    looks = in_the_end(film, cut)
    assert (looks.count("twice"), looks.count("lost")) == (twice, never)


@given(st.one_of(st.none(), st.booleans(), st.floats(), st.text(), st.integers(max_value=-1)))
def test_no_odd_answer_breaks_the_picture(answer: object) -> None:
    film = reconnect_film(TEXTS, lambda header: answer, RightOrderer)
    assert all("the stream does not go on" in said for said in film.captions)
    assert film_svg(film)
