"""Merge window: one run or two at every instant, for every status."""

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labs.runs import MERGE_WINDOW, RunStatus
from labs.widgets.drawing import film_text
from labs.widgets.film import Film
from labs.widgets.looks import half_width
from labs.widgets.merge_window import merge_film, merge_table, moments
from labs.widgets.voices import SCENES

AT_WORK = (RunStatus.RUNNING, RunStatus.STREAMING)
EDGE = MERGE_WINDOW - timedelta(microseconds=1)


def right(status: RunStatus, age: timedelta) -> bool:
    return status in AT_WORK and age < MERGE_WINDOW


def never(status: RunStatus, age: timedelta) -> bool:
    return False


def always(status: RunStatus, age: timedelta) -> bool:
    return True


def wavering(status: RunStatus, age: timedelta) -> object:
    if age < timedelta(seconds=2):
        raise KeyError(status)
    return None if age == timedelta(seconds=35) else age.seconds % 10 == 0


def row(film: Film, frame: int, name: str) -> list[str]:
    """What stands in that row in that frame, from left to right."""
    (y,) = [words.y - 4 for words in film.words if words.text == name]
    return [m.label for m in film.marks if m.y == y and m.state(frame) != "absent"]


def test_the_instants() -> None:
    seen = moments(right, RunStatus.RUNNING, MERGE_WINDOW)
    ages = [moment.age for moment in seen]
    assert len(ages) == 42
    assert ages[:2] == [timedelta(0), timedelta(seconds=1)]
    assert ages[29:33] == [timedelta(seconds=29), EDGE, MERGE_WINDOW, timedelta(seconds=31)]
    assert ages[-1] == timedelta(seconds=40)
    assert [moment.inside for moment in seen] == [True] * 31 + [False] * 11
    assert [moment.verdict for moment in seen] == ["joins"] * 31 + ["its own"] * 11


def test_either_side_of_the_edge() -> None:
    film = merge_film(right, RunStatus.STREAMING, MERGE_WINDOW)
    assert film.captions[30] == (
        "After 29.999999 s, inside the window, the run is streaming. "
        "should_merge answered True: one run, which reruns with both messages. "
        "The reader sees: No money, then: new shoes ship this week."
    )
    assert film.captions[31] == (
        "After 30 s, outside the window, the run is streaming. "
        "should_merge answered False: two runs, two voices at once. "
        "The reader sees: Your money is on The its new way. shoes ship this week."
    )
    assert row(film, 30, "run 1 says")[:4] == ["Your", "money", "is", "rerun"]
    assert row(film, 30, "run 2 says") == []
    assert row(film, 31, "run 1 says") == ["Your", "money", "is", "on", "its", "way."]
    assert row(film, 31, "run 2 says") == ["The", "new", "shoes", "ship", "this", "week."]


def test_the_axis_is_true() -> None:
    film = merge_film(right, RunStatus.STREAMING, MERGE_WINDOW)
    assert film.handle is not None
    zero, ten, thirty, last = (film.handle.place(frame) for frame in (0, 10, 31, 41))
    assert thirty - zero == pytest.approx(3 * (ten - zero))
    assert last - zero == pytest.approx(4 * (ten - zero))
    assert film.handle.place(29) < film.handle.place(30) < thirty
    (y,) = {words.y - 4 for words in film.words if words.text == "window"}
    (bar,) = [line for line in film.lines if line.y1 == line.y2 == y]
    assert [bar.x1, bar.x2] == pytest.approx([zero, thirty])


def test_the_picture_in_words() -> None:
    assert film_text(merge_film(right, RunStatus.STREAMING, MERGE_WINDOW)) == (
        "A second message comes while the first run is streaming\n"
        "The second message joins the first run: 0 s to 29.999999 s\n"
        "It has a run of its own: 30 s to 40 s\n"
        "It gets no answer: never\n"
        "After 12 s, inside the window, the run is streaming. "
        "should_merge answered True: one run, which reruns with both messages. "
        "The reader sees: No money, then: new shoes ship this week."
    )


@pytest.mark.parametrize("status", [*AT_WORK, RunStatus.PENDING])
def test_unmerged_two_voices(status: RunStatus) -> None:
    assert "two runs, two voices at once" in merge_film(never, status, MERGE_WINDOW).captions[12]


@pytest.mark.parametrize("status", [RunStatus.DONE, RunStatus.FAILED, RunStatus.CANCELLED])
def test_after_the_end(status: RunStatus) -> None:
    alone = merge_film(never, status, MERGE_WINDOW)
    assert "one voice after the other" in alone.captions[12]
    assert alone.captions[12].endswith("The new shoes ship this week.")
    joined = merge_film(always, status, MERGE_WINDOW)
    assert "at which nobody works any more, and is never answered" in joined.captions[12]
    assert row(joined, 12, "run 1 says")[-1] == "second message: no answer"


def test_a_run_that_waits_begins_with_both() -> None:
    film = merge_film(always, RunStatus.PENDING, MERGE_WINDOW)
    assert "one run, which begins with both messages" in film.captions[12]
    assert row(film, 12, "run 1 says")[0] == "No"


def test_no_answer() -> None:
    film = merge_film(wavering, RunStatus.RUNNING, MERGE_WINDOW)
    assert film.captions[0] == (
        "After 0 s, inside the window, the run is running. "
        "should_merge raised KeyError: <RunStatus.RUNNING: 'running'>: "
        "the second message gets no answer. The reader sees: Your money is on its way."
    )
    assert "should_merge answered None: the second message gets no answer" in film.captions[36]
    assert [words.text for words in film.words].count("?") == 2
    assert row(film, 0, "run 2 says") == ["second message: no answer"]


def test_the_table() -> None:
    assert merge_table(right, list(RunStatus), MERGE_WINDOW) == (
        "first run  second message joins  has a run of its own  no answer\n"
        "pending    never                 0 s to 40 s           never\n"
        "running    0 s to 29.999999 s    30 s to 40 s          never\n"
        "streaming  0 s to 29.999999 s    30 s to 40 s          never\n"
        "done       never                 0 s to 40 s           never\n"
        "failed     never                 0 s to 40 s           never\n"
        "cancelled  never                 0 s to 40 s           never"
    )
    (_, line) = merge_table(wavering, [RunStatus.DONE], MERGE_WINDOW).splitlines()
    assert line == (
        "done       10 s, 20 s, 30 s and 40 s  "
        "2 s to 9 s, 11 s to 19 s, 21 s to 29.999999 s, 31 s to 34 s and 36 s to 39 s  "
        "0 s to 1 s and 35 s"
    )


def test_a_rule_that_never_joins_says_so() -> None:
    assert "never" in [w.text for w in merge_film(never, RunStatus.RUNNING, MERGE_WINDOW).words]
    joining = merge_film(right, RunStatus.RUNNING, MERGE_WINDOW)
    assert "never" not in [words.text for words in joining.words]
    # A bracket more: a line and its two ends.
    assert len(joining.lines) == len(merge_film(never, RunStatus.RUNNING, MERGE_WINDOW).lines) + 3


@settings(max_examples=30)
@given(st.lists(st.sampled_from([True, False, None]), min_size=42, max_size=42))
def test_any_rule(answers: list[bool | None]) -> None:
    replies = iter(answers)
    film = merge_film(lambda status, age: next(replies), RunStatus.STREAMING, MERGE_WINDOW)
    for frame, answer in enumerate(answers):
        assert f"should_merge answered {answer}: " in film.captions[frame]
        (read,) = row(film, frame, "reader sees")
        assert film.captions[frame].endswith(f"The reader sees: {read}")
        assert ("rerun" in row(film, frame, "run 1 says")) == (answer is True)
        assert ("The" in row(film, frame, "run 2 says")) == (answer is False)


def test_all_words_are_in_the_picture() -> None:
    for status in RunStatus:
        for rule in (always, never, wavering):
            film = merge_film(rule, status, MERGE_WINDOW)
            assert all(mark.x + half_width(mark.label) <= film.width for mark in film.marks)


def test_a_scene_for_each_status() -> None:
    assert list(SCENES) == [str(status) for status in RunStatus]
