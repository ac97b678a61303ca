"""The Stop as a picture: true of a right cancel, and of one that is wrong."""

import runpy
from dataclasses import replace

import pytest

from labs.course import course_folder
from labs.protocol import Response, ToolPhase
from labs.streaming_protocol.plays.stop_film import Cancel, stop_film
from labs.widgets.drawing import film_svg, film_text, living_svg


def cancel_of(tree: str) -> Cancel:
    file = course_folder(tree) / "streaming_protocol" / "cancel.py"
    cancel: Cancel = runpy.run_path(str(file))["cancel"]
    return cancel


RIGHT, NAIVE = cancel_of("solutions"), cancel_of("starter")


def test_the_still_has_all_four_kinds() -> None:
    said = film_text(stop_film(RIGHT)).splitlines()
    assert said[1].endswith("4 has been asked to stop; 5 stopped; stopped told, and true")
    assert said[2].endswith("3 waits; 4 stopped; stopped told, and true")
    assert said[3] == "mail: 0 waits; 1 runs; 2, 3, 4, 5, 6, 7 done; done told, and true"
    assert said[4].endswith("5 done; 6, 7 taken back; goes on told, and true")
    assert said[5] == "response: cancelling told, and true"
    assert said[-1].endswith("goes on: refund; done: mail. All of it is true.")


def test_a_right_one_is_true_at_every_moment() -> None:
    film = stop_film(RIGHT)
    assert [caption.endswith("All of it is true.") for caption in film.captions] == [True] * 8
    for frame in range(8):
        assert "not true" not in film_text(film, frame)
    assert "Told: stopped: search, export, mail and refund." in film.captions[0]
    assert "stopped" not in film.captions[6].partition("Told")[2]


def test_what_is_done_before_the_stop_is_not_taken_back() -> None:
    film = stop_film(RIGHT)
    for frame, back in enumerate((False, False, True, True, True, False, False, False)):
        assert ("taken back" in film_text(film, frame)) == back


def test_the_naive_one_is_not_true_of_what_goes_on() -> None:
    film = stop_film(NAIVE)
    assert "That is not true of the response, search, mail and refund." in film.captions[3]
    assert "6, 7 done; stopped told, and not true" in film_text(film)
    assert "response: cancelled told, and not true" in film_text(film)


def test_who_asks_the_deaf_stops_nothing() -> None:
    def asks_all(response: Response) -> Response:
        asked = [
            replace(run, phase=ToolPhase.CANCELLING) if run.phase == ToolPhase.RUNNING else run
            for run in response.tools
        ]
        return replace(response, status="cancelling", tools=tuple(asked))

    film = stop_film(asks_all)
    assert "stopped: search and refund; goes on: export; done: mail." in film.captions[3]
    assert "That is not true of refund." in film.captions[3]
    assert "taken back; stopped told, and not true" in film_text(film)


def test_a_mark_changes_once_a_frame_at_most() -> None:
    for mark in stop_film(RIGHT).marks:
        frames = [frame for frame, _ in mark.states]
        assert frames == sorted(set(frames))


def test_who_asks_nobody_leaves_the_search_running() -> None:
    def only_waiting(response: Response) -> Response:
        right = RIGHT(response)
        assert isinstance(right, Response)
        pairs = zip(response.tools, right.tools, strict=True)
        tools = [old if new.phase == ToolPhase.CANCELLING else new for old, new in pairs]
        return replace(right, tools=tuple(tools))

    film = stop_film(only_waiting)
    assert "goes on: search and refund; done: mail. All of it is true." in film.captions[3]
    assert "asked to stop" not in film_text(film)


def test_a_tool_that_is_left_out_is_told_as_nothing() -> None:
    film = stop_film(lambda response: replace(response, tools=response.tools[:2]))
    assert "That is not true of the response, mail and refund." in film.captions[3]
    assert "nothing told, and not true" in film_text(film)


@pytest.mark.parametrize(
    ("cancel", "said"),
    [
        (lambda response: None, "Stop at moment 3: cancel answered None."),
        (lambda response: 1 / 0, "Stop at moment 3: cancel raised ZeroDivisionError"),
        (lambda response: replace(response, status=None), "Stop at moment 3: cancel answered"),
        (lambda response: replace(response, tools=None), "Stop at moment 3: cancel answered"),
        (lambda response: replace(response, tools=(1,)), "Stop at moment 3: cancel answered"),
    ],
)
def test_one_that_raises_or_answers_oddly_breaks_no_picture(cancel: Cancel, said: str) -> None:
    film = stop_film(cancel)
    assert film.captions[3].startswith(said)
    assert "3 waits" in film_text(film)
    film_svg(film)
    living_svg(film)
