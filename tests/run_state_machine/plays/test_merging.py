"""Day 4's plays show what the prose beside them says, with the naive rule and a right one."""

from labs.run_state_machine.plays.merging import interrupted, lost_mark, messages_at, two_voices
from labs.run_state_machine.plays.stage import reference
from labs.runs import Run

RIGHT = reference().functions()["should_merge"]


def never(prev: Run | None, now: object = None) -> bool:
    return False


async def test_two_voices_are_both_whole_and_make_no_sense_together() -> None:
    played = await two_voices()
    for events in played.answers:
        assert [e.seq for e in events] == list(range(len(events)))
        words = "".join(event.text for event in events).split()
        assert set(words) <= set(played.page.split())
    assert "refund is is arranged approved and" in played.page


async def test_unmerged_the_second_message_gets_its_answer_after_the_first() -> None:
    played = await interrupted(never)
    first, second = (run.run_id for _, _, run in played.messages)
    assert [run_id for run_id, _ in played.shown] == [first, second]
    assert "refund" in played.reply.splitlines()[0]
    assert "exchange" in played.reply.splitlines()[1]


async def test_merged_one_run_reruns_and_its_numbers_go_on() -> None:
    played = await interrupted(RIGHT)
    ((_, events),) = played.shown
    assert [e.seq for e in events] == list(range(38))
    assert [e.seq for e in events if e.kind == "rerun"] == [9]
    assert "refund" in played.reply
    assert "exchange" in played.reply
    assert "9           rerun (attempt 1): what stands above is void" in repr(played)


async def test_a_lost_mark_costs_time_and_nothing_else() -> None:
    assert tuple((await lost_mark(RIGHT)).rows) == (
        ("seen", "0 to 8", "9", "yes"),
        ("lost", "0 to 19", "20", "yes"),
    )


async def test_without_a_merge_there_is_no_mark_to_lose() -> None:
    rows = (await lost_mark(never)).rows
    assert [row[1:] for row in rows] == [("nothing", "never", "no")] * 2


async def test_the_window_counts_from_the_runs_creation() -> None:
    played = await messages_at(RIGHT, 10, 20, 29, 30)
    assert [run.merged for _, run in played.rows] == [False, True, True, True, False]
    assert played.reruns == 3


async def test_a_rule_that_merges_too_much_does_not_hang_the_play() -> None:
    played = await messages_at(lambda prev, now=None: prev is not None, 10, 30, 60)
    assert [run.merged for _, run in played.rows] == [False, True, True, True]
    played = await messages_at(
        lambda prev, now: prev is not None and prev.status == "pending", 1, 2
    )
    assert [run.merged for _, run in played.rows] == [False, False, True]
