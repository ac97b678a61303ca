"""The fold as a picture: true of a right fold, and of one that is wrong."""

import runpy
from dataclasses import replace
from typing import cast

from labs.course import course_folder
from labs.protocol import Event, ResponseState
from labs.streaming_protocol.plays.by_hand import Fold
from labs.streaming_protocol.plays.fold_film import fold_film
from labs.widgets.drawing import film_svg, film_text


def fold_of(tree: str) -> Fold:
    file = course_folder(tree) / "streaming_protocol" / "fold.py"
    return cast(Fold, runpy.run_path(str(file))["fold"])


RIGHT, NAIVE = fold_of("solutions"), fold_of("starter")


def last(fold: Fold) -> str:
    film = fold_film(fold)
    return film_text(film, len(film.captions) - 1)


def test_the_still_shows_the_gap() -> None:
    said = film_text(fold_film(RIGHT))
    assert "sent: started, I, look applied; after, your, parcel., completed not known" in said
    assert "4 asks again" in said
    assert said.endswith("last_seq 2, gap True, draft 'I look '.")


def test_a_right_one_applies_six_of_ten_events() -> None:
    film = fold_film(RIGHT)
    assert len(film.captions) == 1 + 10
    assert sum(": applied." in caption for caption in film.captions) == 6
    said = last(RIGHT)
    assert "sent: started, I, look, after, your, parcel., completed applied" in said
    assert "does not follow" not in said
    assert "twice" not in said


def test_the_naive_one_asks_for_nothing_and_doubles_words() -> None:
    said = last(NAIVE)
    assert "I, look applied twice; after not known; your does not follow" in said
    assert "asks again" not in said
    film_svg(fold_film(NAIVE))


def test_one_that_never_clears_the_gap_is_asked_for_once_only() -> None:
    def fold(state: ResponseState, event: Event) -> ResponseState:
        return replace(state, gap=True)

    assert len(fold_film(fold).captions) == 1 + 10


def test_one_that_raises_or_answers_oddly_ends_the_film_there() -> None:
    def raises(state: ResponseState, event: Event) -> ResponseState:
        raise KeyError("text")

    assert fold_film(raises).captions[-1] == "0 comes. fold raised KeyError: 'text': here it ends."
    assert fold_film(lambda *_: None).captions[-1] == "0 comes. fold answered None: here it ends."
    film_svg(fold_film(raises))
