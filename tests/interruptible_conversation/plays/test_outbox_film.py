"""The outbox as a picture: true of a right outbox, and of one that is wrong."""

import pytest

from labs.course import course_folder
from labs.interruptible_conversation.plays.files import load, starters_files
from labs.interruptible_conversation.plays.outbox_film import Holds, outbox_film
from labs.widgets.drawing import film_svg, film_text

RIGHT = load(course_folder("solutions") / "interruptible_conversation").parts[1]
NAIVE = starters_files().parts[1]


def film_of(outbox: object, limit: int = 24) -> str:
    return film_text(outbox_film(outbox, limit))  # type: ignore[arg-type]


def test_the_still_shows_what_the_interruption_drops() -> None:
    said = film_of(RIGHT)
    assert "held: your, tickets:, I, can dropped" in said
    assert "read: I, look, after shown" in said
    assert "look waited for" in said
    assert said.endswith("answered 20. Held: 0 of 24 characters.")


@pytest.mark.parametrize(("limit", "dropped"), [(8, 6), (12, 11), (24, 20), (48, 33)])
def test_a_larger_one_has_more_to_throw_away(limit: int, dropped: int) -> None:
    assert f"answered {dropped}." in film_of(RIGHT, limit)


def test_the_last_frame_of_a_right_one_reads_only_what_was_meant() -> None:
    film = outbox_film(RIGHT)  # type: ignore[arg-type]
    last = film_text(film, len(film.captions) - 1)
    assert "read: I, look, after, Sorry,, once, more: shown" in last


def test_the_naive_one_lets_the_old_turn_talk_on() -> None:
    film = outbox_film(NAIVE)  # type: ignore[arg-type]
    assert "dropped" not in film_text(film)
    last = film_text(film, len(film.captions) - 1)
    assert "your, tickets:, I, can, look, one, up, out of order" in last
    film_svg(film)


def test_one_that_raises_or_answers_oddly_breaks_no_picture() -> None:
    class Raises:
        def __init__(self, limit: int) -> None:
            raise RuntimeError("no")

    class Odd:
        pending = "many"

        def __init__(self, limit: int) -> None:
            pass

        def put(self, turn_id: str, text: str) -> object:
            return 1

        def take(self) -> object:
            return [("x",), 3]

        def drop(self, turn_id: str) -> object:
            return None

    assert "RuntimeError: no" in film_of(Raises)
    odd: type[Holds] = Odd
    assert "put 'I', the old turn: answered 1." in outbox_film(odd).captions[1]


def test_too_small_a_limit_says_what_the_outbox_raised() -> None:
    assert "ValueError" in outbox_film(RIGHT, 1).captions[-1]  # type: ignore[arg-type]
