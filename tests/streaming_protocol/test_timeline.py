"""The time line: four lanes of one trace, as text, as a still picture and as a widget."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from labs.protocol import Event, Response, ResponseState
from labs.runtime.trace import Record
from labs.streaming_protocol.plays.files import starters_files
from labs.streaming_protocol.plays.four_lanes import four_lanes
from labs.streaming_protocol.plays.stage import reference
from labs.streaming_protocol.plays.timeline import four_sides, timeline
from labs.widgets.drawing import WIDEST, film_svg, film_text
from labs.widgets.film import Film, Mark

CLIENT, GATEWAY, MODEL, SEARCH, MAIL, EXPORT = range(6)


async def film_of(*mine: object, seed: int = 6) -> Film:
    return four_lanes(await four_sides(*mine, seed=seed))


def lane(film: Film, number: int) -> list[Mark]:
    rows = sorted({mark.y for mark in film.marks})
    return [mark for mark in film.marks if mark.y == rows[number]]


def looks(film: Film, number: int) -> list[tuple[str, str]]:
    """What stands in the lane in the end, and how it looks."""
    return [(mark.label, mark.state(film.begin)) for mark in lane(film, number)]


async def test_what_each_side_saw_in_words() -> None:
    assert film_text(await film_of()).splitlines() == [
        "One response, as client, gateway, model and tools saw it",
        "client: ask said by the user; 0-3 shown; 4-5 lost on the way; 6 something is missing"
        " before it; again said by the user; 4-6, 7-9 shown; approve, Stop said by the user;"
        " 10-11 shown; 12-13 known, and not shown after Stop; 14-18 shown",
        f"gateway: {', '.join(map(str, range(19)))} sent",
        "model: 1, 2, 3, 4, 7, 8, 12, 13 said by the agent; 18 stopped",
        "search: 5 begins; 6 done; 14 begins; 16 stopped",
        "mail: 9 waits for permission; 10 begins; 11 done",
        "export: 15 begins; 17 done",
        "The client shows 10, 11, 14, 15, 16, 17 and 18."
        " It takes in 12 and 13 and shows no word of it.",
    ]


async def test_moment_by_moment() -> None:
    captions = (await film_of()).captions
    assert captions[0] == "Nothing has happened yet."
    assert captions[5] == "The client shows 0 and 1-3."
    assert captions[7:11] == (
        "Lost on the way to the client: 4 and 5.",
        "The search is done. The gateway holds 1.",
        "At 6 it sees that something is missing before it.",
        "The client comes back and names number 3. The gateway holds 3.",
    )
    assert captions[13].startswith("The agent says 'done.', which is event 8. The mail waits for")
    assert captions[18] == "The user says stop. The search is stopped. The gateway holds 7."
    assert captions[19] == (
        "The export is done. The response is cancelled: event 18. The gateway holds 9."
        " Kept: a draft, marked incomplete."
    )


async def test_a_side_sees_an_event_no_earlier_than_the_one_before_it() -> None:
    film = await film_of()
    begins = {(n, m.label): m.states[0][0] for n in range(3) for m in lane(film, n)}
    assert all(begins[MODEL, str(seq)] == begins[GATEWAY, str(seq)] for seq in (1, 4, 7, 12, 18))
    assert begins[GATEWAY, "7"] < begins[CLIENT, "7-9"]
    held = {mark.label: mark.state(17) for mark in lane(film, GATEWAY)}
    assert held["13"] == "held"
    assert held["9"] == "sent"


async def test_the_handle_stands_behind_all_that_has_been_seen() -> None:
    film = await film_of()
    assert film.handle is not None
    assert len(film.handle.places) == len(film.captions)
    for mark in film.marks:
        begin = mark.states[0][0]
        assert film.handle.places[begin - 1] < mark.x < film.handle.places[begin]
    assert film.width <= WIDEST


@pytest.mark.parametrize("seed", range(6))
async def test_what_goes_on_after_stop_stands_behind_it(seed: int) -> None:
    film = await film_of(seed=seed)
    (stop,) = (mark.x for mark in lane(film, CLIENT) if mark.label == "Stop")
    begins, ends = lane(film, EXPORT)
    assert begins.x < stop < ends.x
    stopped = lane(film, SEARCH)[-1]
    assert stopped.state(film.begin) == "dropped"
    moments = [mark.states[0][0] for mark in (stopped, ends)]
    assert film.captions[moments[0]].startswith("The user says stop.")
    assert moments[0] < moments[1]


async def test_the_same_seed_gives_the_same_picture() -> None:
    assert await film_of(seed=7) == await film_of(seed=7)


@pytest.mark.parametrize("seed", range(6))
async def test_every_seed_comes_to_the_end_and_shows_all(seed: int) -> None:
    film = await film_of(seed=seed)
    shown = [label for label, look in looks(film, CLIENT) if look in ("shown", "early")]
    numbers = [n for label in shown for n in range(int(label.split("-")[0]), _last(label) + 1)]
    assert sorted(numbers) == list(range(19))
    assert looks(film, MODEL)[-1] == ("18", "dropped")


def _last(label: str) -> int:
    return int(label.split("-")[-1])


async def test_what_overlaps_is_asked_for_once_more() -> None:
    client = looks(await film_of(seed=7), CLIENT)
    assert [label for label, _ in client].count("again") == 2


async def test_the_starters_files_lose_what_was_lost() -> None:
    film = await film_of(*starters_files())
    client = looks(film, CLIENT)
    assert ("4-5", "lost") in client
    assert ("6", "seen") in client
    assert "again" not in dict(client)
    assert "approve" not in dict(client)
    assert film.captions[-2].endswith("Kept: the answer, as final.")


async def test_a_fold_that_takes_what_overlaps_shows_it_twice() -> None:
    right = reference()["fold"]
    assert callable(right)

    def fold(state: ResponseState, event: Event) -> object:
        after = right(state, event)
        if event.first_seq <= state.last_seq < event.seq:
            return right(state, replace(event, first_seq=state.last_seq + 1))
        return after

    client = looks(await film_of(fold, seed=7), CLIENT)
    assert [label for label, _ in client].count("again") == 1
    assert "twice" in {look for _, look in client}


async def test_a_stop_that_changes_nothing_runs_on_to_the_answer() -> None:
    def cancel(response: Response) -> Response:
        return response

    film = await film_of(cancel)
    assert looks(film, MODEL)[-1][1] == "lit"
    ends = [[look for _, look in looks(film, n)][-1] for n in (SEARCH, MAIL, EXPORT)]
    assert ends == ["lit"] * 3
    assert "Kept: the answer, as final." in film.captions[-2]


async def test_a_permission_that_is_never_good_fails_the_mail() -> None:
    def may_execute(*_: object) -> bool:
        return False

    film = await film_of(may_execute)
    assert looks(film, MAIL)[-1][1] == "wrong"


async def test_it_is_made_of_the_trace_alone() -> None:
    records = await four_sides()
    stray = [Record("somebody", "does something", "elsewhere", 3, "3")]
    mixed = [one for record in records for one in (record, *stray)]
    assert four_lanes(mixed) == four_lanes(records)


async def test_as_a_still_picture_and_as_a_widget() -> None:
    widget = await timeline()
    film = await film_of()
    bundle, _ = widget._repr_mimebundle_()
    assert bundle["text/plain"] == film_text(film)
    assert bundle["image/svg+xml"] == film_svg(film)
    assert "koda-still" in str(bundle["text/html"])
    assert widget.film["captions"] == list(film.captions)
    picture = ElementTree.fromstring(film_svg(film))
    drawn = ["".join(text.itertext()) for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    for said in ("client", "gateway", "model", "search", "12-13", "export", "begins", "held"):
        assert said in drawn
