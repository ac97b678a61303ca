"""The buffer as a picture: true of a right buffer, and of one that is wrong."""

from typing import cast

import pytest

from labs.course import course_folder
from labs.protocol import Event
from labs.streaming_protocol.plays.buffer_film import Make, buffer_film
from labs.streaming_protocol.plays.files import load, starters_files
from labs.widgets.drawing import film_svg, film_text

RIGHT = load(course_folder("solutions") / "streaming_protocol").parts[-1]
NAIVE = starters_files().parts[-1]


class Kept:
    """Wrong in nothing; the others are wrong in one thing each."""

    def __init__(self, limit: int) -> None:
        self.events: list[Event] = []

    def put(self, event: Event) -> object:
        self.events.append(event)
        return None

    def take(self) -> object:
        taken, self.events = self.events, []
        return taken


class Ring(Kept):
    def put(self, event: Event) -> object:
        self.events = [*self.events, event][-3:]
        return None


class NeverEmpty(Kept):
    def take(self) -> object:
        return list(self.events)


class Backwards(Kept):
    def take(self) -> object:
        return cast(list[Event], super().take())[::-1]


class Raises(Kept):
    def put(self, event: Event) -> object:
        raise RuntimeError("full")


class Odd(Kept):
    def take(self) -> object:
        return tuple(self.events)


def last_of(buffer: object, limit: int = 3) -> str:
    film = buffer_film(cast(Make, buffer), limit)
    film_svg(film)
    return film_text(film, len(film.captions) - 1)


def test_the_still_shows_the_first_joining() -> None:
    said = film_text(buffer_film(cast(Make, RIGHT)))
    assert "held: Your parcel is safe. held" in said
    assert "put: Your, parcel, is, safe. sent" in said
    assert "Held, 1: [delta 1-4 'Your parcel is safe. ']" in said


@pytest.mark.parametrize(
    ("limit", "first"), [(1, "Your parcel is safe."), (3, "Your parcel is safe."), (8, "Your")]
)
def test_a_larger_limit_joins_less(limit: int, first: str) -> None:
    assert last_of(RIGHT, limit).startswith(f"A buffer with a limit of {limit}\n")
    assert f"taken: {first}, " in last_of(RIGHT, limit)


def test_a_hole_and_a_deed_stay_between_the_words() -> None:
    said = last_of(RIGHT, 1)
    taken = "Your parcel is safe., mail begins, I write., mail is out, That is, there is., the end"
    assert f"taken: {taken} shown" in said
    assert "lost" not in said


def test_what_a_ring_loses_is_drawn_as_lost() -> None:
    assert "put: Your, parcel, is, safe., mail begins lost" in last_of(Ring)


def test_the_naive_one_joins_nothing_and_the_last_frame_is_shown() -> None:
    film = buffer_film(cast(Make, NAIVE))
    assert film.begin == len(film.captions) - 1
    assert "take, 5: [delta 9 'That ', delta 10 'is '," in film.captions[-1]


def test_what_is_given_twice_or_out_of_order_is_drawn_so() -> None:
    assert "shown twice" in last_of(NeverEmpty)
    assert "out of order" in last_of(Backwards)


def test_one_that_raises_or_answers_oddly_breaks_no_picture() -> None:
    assert last_of(Raises).endswith("put raised RuntimeError: full.")
    assert last_of(Odd).endswith("which is no list of events.")
    assert "NoneType" in last_of(None)
