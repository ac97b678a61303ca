"""What the plays of Day 9 show, with the reference inside and with the naive starters."""

import runpy

import pytest

from labs.calls import Fault
from labs.course import course_folder
from labs.protocol import Begin
from labs.shown import Shown
from labs.streaming_protocol.plays.approvals import (
    around_the_deadline,
    changed_after_the_click,
    closed_browser,
)
from labs.streaming_protocol.plays.cancel import stop_a_refund, stop_in_the_midst
from labs.streaming_protocol.plays.operations import (
    crash_anywhere,
    once_more,
    retry_or_continue,
)
from labs.streaming_protocol.plays.undo import refund_stop_crash

MAIL = "mail(to=ada@example.org, subject=Your parcel)"
EVES = "mail(to=eve@example.org, subject=Your parcel)"


def starters(exercise: str, *names: str) -> list[object]:
    file = course_folder("starter") / "streaming_protocol" / f"{exercise}.py"
    defined = runpy.run_path(str(file))
    return [defined[name] for name in names]


NAIVE = (
    *starters("cancel", "cancel"),
    *starters("operations", "OperationLedger"),
    *starters("approvals", "payload_hash", "may_execute"),
)


def said(shown: Shown, name: str, indent: int = 16) -> list[str]:
    return [line[indent:] for line in shown.lines if line[:indent].strip() == name]


def cells(shown: Shown) -> list[list[str]]:
    """The rows of a table, below its head."""
    return [[cell for cell in line.split("  ") if cell] for line in shown.lines[1:]]


async def test_a_stop_tells_the_truth() -> None:
    shown = await stop_in_the_midst()
    told = {name: said(shown, f"told: {name}", 17) for name in ("status", "stopped", "goes on")}
    assert told["status"] == ["cancelling"]
    assert told["stopped"] == ["search, second search"]
    assert told["goes on"] == ["export"]
    assert said(shown, "told: done", 17) == ["mail"]
    assert said(shown, "a second click", 17) == ["tells the same"]
    assert said(shown, "done, truly", 17) == ["mail, export"]
    assert said(shown, "a late click", 17) == ["changes nothing"]


async def test_the_naive_cancel_says_that_all_is_over() -> None:
    shown = await stop_in_the_midst(NAIVE[0])
    assert said(shown, "told: goes on", 17) == said(shown, "told: done", 17) == ["nothing"]
    assert said(shown, "done, truly", 17) == ["mail, export, search"]
    assert said(shown, "a late click", 17) == ["changes an answer that had ended"]


async def test_a_refund_that_runs_is_paid_back_and_one_that_is_done_stays() -> None:
    rows = [row[1:] for row in cells(await stop_a_refund())]
    assert [" ".join(row).split() for row in rows] == [
        ["stopped", "nothing"],
        ["stopped", "nothing"],
        ["goes", "on", "refund,", "refund_reversal"],
        ["done", "refund"],
    ]


async def test_wherever_it_crashes_one_mail_is_out() -> None:
    rows = cells(await crash_anywhere())
    assert [[cell.strip() for cell in row[1:]] for row in rows] == [
        ["new", "no", "1", "receipt 1"],
        ["in_doubt", "yes", "1", "receipt 1"],
        ["in_doubt", "yes", "1", "receipt 1"],
        ["done", "no", "1", "receipt 1, receipt 1"],
    ]


async def test_the_naive_ledger_sends_two() -> None:
    rows = cells(await crash_anywhere(NAIVE[1]))
    assert [row[3].strip() for row in rows] == ["1", "1", "2", "2"]
    assert rows[-1][-1].strip() == "receipt 1, receipt 2"


async def test_a_call_that_comes_again_gets_the_first_result() -> None:
    rows = [[cell.strip() for cell in row[1:]] for row in cells(await once_more())]
    ada = "ada@example.org"
    assert rows == [
        ["done", ada, "receipt 1, receipt 1"],
        ["conflict", ada, "receipt 1"],
        ["done", ada, "receipt 1"],
    ]


async def test_the_naive_ledger_writes_to_eve() -> None:
    assert "ada@example.org, eve@example.org" in str(await once_more(NAIVE[1]))


async def test_with_a_ledger_that_refuses_everybody_nothing_stands_still() -> None:
    class Refuses:
        """Has a conflict at the first call already: so nothing is ever done or continued."""

        def begin(self, operation_id: str, fingerprint: str) -> tuple[Begin, None]:
            return Begin.CONFLICT, None

        def finish(self, operation_id: str, result: object) -> None:
            """Forget it."""

    rows = [[cell.strip() for cell in row[1:]] for row in cells(await once_more(Refuses))]
    assert [row[1:] for row in rows] == [["nothing", "nothing"]] * 3
    assert [row[-1].strip() for row in cells(await retry_or_continue(Refuses))] == ["0", "0"]


async def test_continue_sends_no_second_mail_and_retry_does() -> None:
    rows = [[cell.strip() for cell in row] for row in cells(await retry_or_continue())]
    assert rows == [["Continue", "no", "1"], ["Retry", "yes", "2"]]


async def test_what_was_changed_is_asked_anew() -> None:
    shown = await changed_after_the_click()
    assert said(shown, "done on that") == ["nothing", "nothing"]
    assert said(shown, "asked anew")[0] == "account=A-7, amount=2000"
    assert said(shown, "you approve")[1::2] == ["refund(account=A-7, amount=2000)", EVES]


async def test_the_naive_hash_knows_no_amount() -> None:
    shown = await changed_after_the_click(*NAIVE[2:])
    assert said(shown, "done on that") == ["refund(account=A-7, amount=2000)", EVES]
    assert said(shown, "asked anew") == ["no", "no"]


async def test_the_very_moment_is_too_late() -> None:
    shown = await around_the_deadline()
    assert [row[-1].strip() for row in cells(shown)] == [MAIL, "nothing"]
    shown = await around_the_deadline(*NAIVE[2:])
    assert [row[-1].strip() for row in cells(shown)] == [MAIL, MAIL]


async def test_who_comes_back_finds_what_waits() -> None:
    shown = await closed_browser()
    assert said(shown, "the card") == ["refund(account=A-7, amount=20), good until 00:10"]
    assert said(shown, "you come back") == ["the very same card"]
    assert said(shown, "the answer") == ["HTTP status 409"]
    assert said(shown, "done meanwhile") == said(shown, "done") == ["nothing"]


async def test_wherever_it_crashes_a_stopped_refund_is_paid_back_once() -> None:
    rows = [tuple(cell.strip() for cell in row[1:]) for row in cells(await refund_stop_crash())]
    assert set(rows) == {("goes on", "completed, completed", "1 x paid, 1 x back", "0")}
    assert len(rows) == 5


async def test_the_naive_parts_lose_money_both_ways() -> None:
    rows = cells(await refund_stop_crash(*NAIVE))
    assert [row[-1].strip() for row in rows] == ["0", "20", "0", "-20", "0"]
    assert {row[1].strip() for row in rows} == {"stopped"}


async def test_a_slip_is_told_in_a_sentence() -> None:
    with pytest.raises(Fault, match="answered None; expected a Response"):
        await stop_a_refund(lambda response: None)
    with pytest.raises(Fault, match="expected hexadecimal digits"):
        await changed_after_the_click(lambda tool, arguments: 7)
