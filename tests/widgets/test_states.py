"""The state diagram: what the student's table says, what is odd about it, and a run's path."""

import itertools
import re
import sys

from hypothesis import given
from hypothesis import strategies as st

from labs.runs import RunStatus
from labs.widgets.drawing import film_svg, film_text, forms, living_svg
from labs.widgets.film import Curve, Film
from labs.widgets.legend import entries
from labs.widgets.states import moves, states_film, states_table

STATUSES = tuple(RunStatus)
PAIRS = list(itertools.product(STATUSES, STATUSES))
PENDING, RUNNING, STREAMING, DONE, FAILED, CANCELLED = STATUSES
LEGAL = {
    PENDING: (RUNNING, FAILED, CANCELLED),
    RUNNING: (STREAMING, DONE, FAILED, CANCELLED),
    STREAMING: (DONE, FAILED, CANCELLED),
}


def right(current: RunStatus, target: RunStatus) -> RunStatus:
    if target not in LEGAL.get(current, ()):
        raise ValueError("no")
    return target


def naive(current: RunStatus, target: RunStatus) -> RunStatus:
    return target


def odd(current: RunStatus, target: RunStatus) -> RunStatus | None:
    if (current, target) == (DONE, RUNNING):
        raise KeyError("done")
    return None if current == FAILED else right(current, target)


def looks(film: Film, frame: int) -> dict[str, list[Curve]]:
    found: dict[str, list[Curve]] = {}
    for curve in film.curves:
        found.setdefault(curve.state(frame), []).append(curve)
    return found


def lit_boxes(film: Film, frame: int) -> list[str]:
    return [mark.label for mark in film.marks if mark.state(frame) == "lit"]


def test_the_table_in_words() -> None:
    assert states_table(right, STATUSES) == (
        "from \\ to  pending  running  streaming  done  failed  cancelled\n"
        "pending    no       yes      no         no    yes     yes\n"
        "running    no       no       yes        yes   yes     yes\n"
        "streaming  no       no       no         yes   yes     yes\n"
        "done       no       no       no         no    no      no\n"
        "failed     no       no       no         no    no      no\n"
        "cancelled  no       no       no         no    no      no\n"
        "10 of 36 moves are allowed. Nothing leads on from done, failed or cancelled."
    )


def test_oddities_in_words() -> None:
    lines = states_table(odd, STATUSES).splitlines()
    assert lines[4] == "done       no       odd      no         no    no      no"
    assert lines[8] == "from done to running: raised KeyError: 'done'"
    assert lines[9] == "from failed to pending: answered None"
    assert len(lines) == 15


def test_a_view_of_each_status() -> None:
    film = states_film(right, STATUSES)
    assert film.captions == (
        "10 of 36 moves are allowed. Nothing leads on from done, failed or cancelled.",
        "From pending: on to running, failed or cancelled.",
        "From running: on to streaming, done, failed or cancelled.",
        "From streaming: on to done, failed or cancelled.",
        "From done: nothing leads on; it is terminal.",
        "From failed: nothing leads on; it is terminal.",
        "From cancelled: nothing leads on; it is terminal.",
    )
    assert (film.begin, film.step_name) == (0, "view")
    assert {state: len(found) for state, found in looks(film, 0).items()} == {"plain": 10}
    assert {state: len(found) for state, found in looks(film, 2).items()} == {"plain": 6, "lit": 4}
    assert lit_boxes(film, 0) == []
    assert lit_boxes(film, 2) == ["running", "streaming", "done", "failed", "cancelled"]
    assert lit_boxes(film, 4) == ["done"]


def test_everything_allowed() -> None:
    film = states_film(naive, STATUSES)
    assert film.captions[0] == "36 of 36 moves are allowed. None is terminal."
    assert len({(curve.x1, curve.y1, curve.x2, curve.y2) for curve in film.curves}) == 36
    assert len({curve.middle for curve in film.curves}) == 36
    assert all(0 < curve.middle[0] < film.width for curve in film.curves)
    assert all(0 < curve.middle[1] < film.height for curve in film.curves)


def test_oddities_are_drawn() -> None:
    film = states_film(odd, STATUSES)
    assert film.captions[0].endswith(
        " 7 answers are odd; the first: from done to running: raised KeyError: 'done'."
    )
    assert len(looks(film, 0)["gap"]) == len(looks(film, 3)["gap"]) == 7
    assert [words.text for words in film.words] == ["?"] * 7


def test_a_path() -> None:
    path = [(PENDING, RUNNING), (RUNNING, DONE), (DONE, RUNNING), (DONE, DONE)]
    film = states_film(right, STATUSES, path)
    assert film.captions == (
        "Before the first move: pending.",
        "Move 1, from pending to running: allowed.",
        "Move 2, from running to done: allowed.",
        "Move 3, from done to running: refused.",
        "Move 4, from done to done: refused.",
    )
    assert (film.begin, film.step_name) == (4, "move")
    assert [len(looks(film, frame).get("lit", [])) for frame in range(5)] == [0, 1, 2, 2, 2]
    assert [len(looks(film, frame).get("struck", [])) for frame in range(5)] == [0, 0, 0, 1, 1]
    assert lit_boxes(film, 0) == ["pending"]
    assert lit_boxes(film, 1) == ["pending", "running"]
    assert lit_boxes(film, 4) == ["pending", "running", "done"]


def test_a_path_s_odd_move() -> None:
    film = states_film(odd, STATUSES, [(DONE, RUNNING), (FAILED, DONE)])
    assert film.captions == (
        "Before the first move: done.",
        "Move 1, from done to running: raised KeyError: 'done'.",
        "Move 2, from failed to done: answered None.",
    )
    assert lit_boxes(film, 2) == ["done"]


def test_the_text_form_is_the_table_or_the_path() -> None:
    assert film_text(states_film(right, STATUSES)) == (
        "Your transition table\n" + states_table(right, STATUSES)
    )
    assert film_text(states_film(right, STATUSES, [(PENDING, RUNNING), (DONE, RUNNING)])) == (
        "A run's path through your table\n"
        "from pending to running: allowed\n"
        "from done to running: refused\n"
        "Move 2, from done to running: refused."
    )


def test_only_the_target_or_its_string_is_a_move() -> None:
    answers = {
        PENDING: "running",
        RUNNING: RUNNING,
        STREAMING: DONE,
        DONE: True,
        FAILED: b"running",
    }
    asked = moves(lambda current, target: answers.get(current), STATUSES)
    verdicts = [asked[status, RUNNING].verdict for status in STATUSES]
    assert verdicts == ["allowed", "allowed", "odd", "odd", "odd", "odd"]
    assert str(asked[STREAMING, RUNNING]) == "from streaming to running: answered 'done'"


class Hostile:
    def __eq__(self, other: object) -> bool:
        raise RuntimeError

    def __repr__(self) -> str:
        raise RuntimeError

    __hash__ = None  # type: ignore[assignment]


class Mute(Exception):
    def __str__(self) -> str:
        raise RuntimeError


def mute(current: RunStatus, target: RunStatus) -> RunStatus:
    raise Mute


def leaving(current: RunStatus, target: RunStatus) -> RunStatus:
    sys.exit("bye")


class Torn(str):
    def __str__(self) -> str:
        raise RuntimeError


async def coroutine(current: RunStatus, target: RunStatus) -> RunStatus:
    return target


def test_what_cannot_be_said_is_said_all_the_same() -> None:
    pair = (DONE, DONE)
    assert str(moves(mute, STATUSES)[pair]) == "from done to done: raised Mute"
    hostile = moves(lambda current, target: Hostile(), STATUSES)[pair]
    assert str(hostile) == "from done to done: answered <Hostile instance>"
    huge = moves(lambda current, target: 10**5_000, STATUSES)[pair]
    assert str(huge) == "from done to done: answered something of type int"
    assert str(moves(leaving, STATUSES)[pair]) == "from done to done: raised SystemExit: bye"
    torn = moves(lambda current, target: Torn("x"), STATUSES)[pair]
    assert str(torn) == "from done to done: answered something of type Torn"
    assert "coroutine" in str(moves(coroutine, STATUSES)[pair])
    crafty = moves(lambda current, target: "<b>\u202e\n", STATUSES)[pair]
    assert str(crafty) == "from done to done: answered '<b>\\u202e\\n'"


@given(st.sets(st.sampled_from(PAIRS)), st.lists(st.sampled_from(PAIRS), max_size=6))
def test_any_table_and_any_path(
    allowed: set[tuple[RunStatus, RunStatus]], path: list[tuple[RunStatus, RunStatus]]
) -> None:
    def transition(current: RunStatus, target: RunStatus) -> RunStatus:
        if (current, target) not in allowed:
            raise ValueError
        return target

    film = states_film(transition, STATUSES)
    assert film.captions[0].startswith(f"{len(allowed)} of 36 moves are allowed. ")
    assert len(looks(film, 0).get("plain", [])) == len(allowed)
    assert states_table(transition, STATUSES).count("yes") == len(allowed)
    walked = states_film(transition, STATUSES, path)
    refused = [caption.endswith(": refused.") for caption in walked.captions[1:]]
    assert not path or refused == [move not in allowed for move in path]
    last = {*path[-1:]} - allowed
    assert len(looks(walked, walked.begin).get("struck", [])) == len(last)


def test_each_curve_moves_by_the_script() -> None:
    film = states_film(right, STATUSES, [(PENDING, RUNNING), (DONE, RUNNING)])
    known = forms(film)
    drawn = re.findall(r'data-states="([^"]*)" data-size="(curve\d+)"', living_svg(film))
    assert len(drawn) == len(film.curves) == 11
    for states, size in drawn:
        for state in states.split()[1::2]:
            assert state == "absent" or f"{state} {size}" in known
    struck = [path for key, (_, path) in known.items() if key.startswith("struck curve")]
    assert [path.count("M") for path in struck] == [2 + 8]


def test_a_still_picture_has_the_curves_and_a_legend_of_them() -> None:
    film = states_film(right, STATUSES, [(PENDING, RUNNING), (DONE, RUNNING)])
    words = [entry.word for entry in entries(film) if entry.arrow]
    assert words == ["allowed", "on its path", "refused on its path"]
    assert film_svg(film, 0).count("koda-curve") == 10 + len(words)
    assert film_svg(film, 2).count("koda-curve") == 11 + len(words)
    assert film_svg(film, 2).count("koda-curve koda-red koda-dashed") == 1 + 1
    assert [e.word for e in entries(states_film(right, STATUSES)) if e.arrow] == [
        "allowed",
        "from this status",
    ]
