"""What the plays of Day 7 show, with the reference inside and with the naive starters."""

from labs.interruptible_conversation.plays.approval import yes_yes_wait
from labs.interruptible_conversation.plays.conversation import failure_log, the_whole
from labs.interruptible_conversation.plays.intent import forty_fourteen
from labs.interruptible_conversation.plays.notice import stop_in_the_middle
from tests.interruptible_conversation.plays.naive import naive

CALL = "update_ticket(ticket=14)"


def said(lines: tuple[str, ...], name: str, indent: int = 16) -> list[str]:
    return [line[indent:] for line in lines if line[:indent].strip() == name]


async def test_only_a_button_decides() -> None:
    lines = (await yes_yes_wait()).lines
    assert said(lines, "done") == ["nothing", CALL, "nothing"]
    assert said(lines, "the question") == ["waits"]


async def test_the_naive_rule_takes_a_yes_for_an_approval() -> None:
    lines = (await yes_yes_wait(*naive("approval"))).lines
    assert said(lines, "done") == [CALL, CALL, CALL]
    assert said(lines, "the question") == ["is gone"]


async def test_stop_is_honest() -> None:
    lines = (await stop_in_the_middle()).lines
    assert said(lines, "told: stopped", 18) == ["look_up(ticket=7), look_up(ticket=8)"]
    assert said(lines, "told: running", 18) == ["export_report(report=open tickets)"]
    assert said(lines, "told: done", 18) == [CALL]
    assert said(lines, "in sight", 18) == said(lines, "at work, truly", 18) == ["export_report"]
    assert said(lines, "words after it", 18) == ["nothing"]


async def test_the_naive_notice_loses_the_export_from_sight() -> None:
    lines = (await stop_in_the_middle(*naive("notice"))).lines
    assert said(lines, "in sight", 18) == ["nothing"]
    assert said(lines, "at work, truly", 18) == ["export_report"]


async def test_forty_is_never_touched() -> None:
    lines = (await forty_fourteen()).lines
    assert said(lines, "acted upon") == ["'update ticket forty... actually fourteen'"]
    assert said(lines, "proposed") == said(lines, "done") == [CALL]


async def test_the_naive_gate_updates_ticket_forty() -> None:
    lines = (await forty_fourteen(*naive("intent"))).lines
    assert said(lines, "done") == ["update_ticket(ticket=40)"]


async def test_the_whole_conversation_does_what_was_approved() -> None:
    lines = (await the_whole()).lines
    assert said(lines, "approved") == said(lines, "done")
    (first,) = said(lines, "failure log")
    assert first.endswith(" x a late word")


async def test_the_naive_parts_do_something_else() -> None:
    lines = (await the_whole(*naive())).lines
    assert said(lines, "approved") != said(lines, "done")


async def test_another_seed_is_another_conversation() -> None:
    assert (await the_whole(seed=7)).lines != (await the_whole()).lines


async def test_the_failure_log_says_each_thing_once_and_counts_it() -> None:
    said = str(await failure_log())
    assert "3 x      The word 'late' came too late" in said
    assert "1 x      update_ticket(ticket=73) was withdrawn" in said


async def test_the_naive_parts_refuse_less() -> None:
    said = str(await failure_log(*naive()))
    assert "came too late" not in said
    assert "withdrawn" not in said
