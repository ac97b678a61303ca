"""What the plays of Day 6 show, with the reference inside and with the naive starter."""

from labs.interruptible_conversation.plays.leaving import gone_and_back
from labs.interruptible_conversation.plays.outbox import slow_listener
from labs.interruptible_conversation.plays.turns import stale_turns
from tests.interruptible_conversation.plays.naive import naive

ANSWER = "I look after your tickets: I can look one up, export the report or update one."


async def test_late_words_stay_off_the_screen() -> None:
    lines = (await stale_turns()).lines
    assert "turns begun     only the two" in lines
    shown, meant = lines[4:6], lines[6:8]
    assert [line[16:] for line in shown] == [line[16:] for line in meant]


async def test_the_naive_buffer_shows_late_words() -> None:
    lines = (await stale_turns(*naive("turns"))).lines
    assert "the old turn is back" in lines[3]
    assert "words" in lines[4]
    assert lines[4][16:] != lines[6][16:]


async def test_a_slow_listener_slows_the_speaker() -> None:
    shown = str(await slow_listener())
    assert shown.splitlines()[10] == "up,         ######################  | 44"
    assert "no room: the speaker waits" in shown
    assert "of the old turn nothing" in shown
    assert " ".join(shown.partition("of the new one")[2].split()) == ANSWER


async def test_the_naive_outbox_grows_and_talks_on() -> None:
    lines = (await slow_listener(*naive("outbox"))).lines
    assert "one.        ########################|############## 76" in lines
    assert any(line.startswith("of the old turn look after") for line in lines)


async def test_no_line_is_too_wide_for_a_notebook() -> None:
    shown = [await stale_turns(), await slow_listener(), await slow_listener(*naive("outbox"))]
    assert max(len(line) for one in shown for line in one.lines) <= 76


async def test_who_is_gone_holds_nobody_back_and_comes_back_to_all_of_it() -> None:
    shown = str(await gone_and_back())
    assert "nobody holds it back" in shown
    assert " ".join(shown.partition("its text")[2].split()).startswith(ANSWER)
    assert "not one word" in shown
