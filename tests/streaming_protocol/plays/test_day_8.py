"""What the plays of Day 8 show, with the reference inside and with the naive starters."""

import runpy
from dataclasses import replace

from labs.course import course_folder
from labs.protocol import Event, ResponseState
from labs.shown import Shown
from labs.streaming_protocol.plays.by_hand import by_hand
from labs.streaming_protocol.plays.fold import long_gone, on_the_wire, the_events, unruly
from labs.streaming_protocol.plays.record import moderated, not_as_promised, what_is_kept
from labs.streaming_protocol.scenarios.fold import ANSWER


def naive(exercise: str, name: str) -> object:
    file = course_folder("starter") / "streaming_protocol" / f"{exercise}.py"
    return runpy.run_path(str(file))[name]


FOLD = naive("fold", "fold")
RECORD = naive("record", "to_record")


def said(shown: Shown, name: str) -> list[str]:
    """What stands in the rows of that name; a long one goes on below itself."""
    rows: list[str] = []
    inside = False
    for line in shown.lines:
        head, text = line[:16].strip(), line[16:]
        if head:
            inside = head == name
            rows += [text] if inside else []
        elif inside and text:
            rows[-1] += f" {text}"
    return rows


async def test_the_wire_is_server_sent_events() -> None:
    lines = (await on_the_wire(2)).lines
    assert lines[:2] == ("id: 0", "event: response.started")
    assert lines[4:6] == ("id: 1", "event: output_text.delta")
    assert lines[6].endswith('"data":{"text":"I "}}')


async def test_all_events_of_a_response_are_told_in_order() -> None:
    lines = (await the_events()).lines
    assert lines[0] == "0        response.started"
    assert "13 to 16 output_text.delta x 4: 'One step is done. '" in lines
    assert "17       approval.required: refund with {'account': 'A-7', 'amount': 20}" in lines
    assert any(line.startswith("27       response.completed: 'I have read") for line in lines)


async def test_an_unruly_network_changes_nothing() -> None:
    shown = await unruly()
    came = "0, 1, 1, 2, 4, 3 to 7, 5 to 12, 11 to 27, 13, 14, 15, 0, 1, 2"
    assert said(shown, "came") == [came]
    assert said(shown, "asked again") == ["yes: from 3 on"]
    assert said(shown, "draft") == said(shown, "was said") == [ANSWER.strip()]
    assert said(shown, "tools known") == ["0: completed, 1: completed"]
    assert said(shown, "a calm client") == ["ends in the same state"]


async def test_the_naive_fold_has_four_defects() -> None:
    shown = await unruly(FOLD)
    (draft,) = said(shown, "draft")
    assert draft.startswith("I I have your message")
    assert said(shown, "asked again") == ["no: nobody missed number 3"]
    assert said(shown, "tools known") == ["none"]
    assert said(shown, "a calm client") == ["ends otherwise"]


async def test_two_clients_that_both_stand_still_are_not_right() -> None:
    def knows_no_tools(state: ResponseState, event: Event) -> ResponseState:
        if event.type.startswith("tool.") or event.seq <= state.last_seq:
            return state
        if event.seq > state.last_seq + 1:
            return replace(state, gap=True)
        words = str(event.data.get("text", ""))
        return replace(state, last_seq=event.seq, draft=state.draft + words, gap=False)

    shown = await unruly(knows_no_tools)
    assert said(shown, "a calm client") == ["ends in the same state, and that is not the end"]


async def test_who_was_gone_for_long_gets_one_snapshot() -> None:
    shown = await long_gone()
    assert said(shown, "came") == ["snapshot: it stands for 0 to 27"]
    before, after = said(shown, "you know")
    assert before == "last_seq 3, streaming, tools none; draft 'I have read '"
    assert after.startswith("last_seq 27, completed, tools 0: completed, 1: completed; draft")


async def test_who_was_gone_for_less_long_gets_every_event_and_knows_the_same() -> None:
    shown = await long_gone(most=100)
    assert said(shown, "came") == ["24 events: 4 to 27, one by one"]
    assert said(shown, "you know") == said(await long_gone(), "you know")


async def test_who_takes_no_snapshot_stays_where_it_was() -> None:
    # A naive state that streams still: its words are the first three.
    assert said(await long_gone(FOLD), "you know")[1].endswith("draft 'I have read '")


def test_by_hand_each_event_has_a_row() -> None:
    lines = by_hand("started", "Hel", "mail begun", "stopped", "lo.", "mail done").lines
    assert len(lines) == 7
    assert lines[-1].endswith("  mail: completed")
    assert all("cancelled" in line and "'Hel'" in line for line in lines[-3:])


def test_by_hand_the_end_says_all_words_once_more() -> None:
    assert by_hand("Hel", "lo.", "completed").lines[-1].split() == [
        *("2", "completed", "completed", "'Hello.'", "'Hello.'")
    ]


async def test_what_was_cut_is_incomplete_and_the_final_text_wins() -> None:
    shown = await what_is_kept()
    kept = said(shown, "kept")
    assert [text.split(":")[0] for text in kept] == [
        *["incomplete (model_broke_off)"] * 3,
        *["final"] * 2,
    ]
    assert said(shown, "used as data") == ["{'parcel': 'P-14', 'days': 3}"]
    assert said(shown, "schema") == [*["not asked"] * 3, "fits", "not asked"]
    assert "wire code" in said(shown, "on the screen")[-1]
    assert "wire code" not in kept[-1]


async def test_the_naive_record_promotes_all_of_it() -> None:
    shown = await what_is_kept(RECORD)
    assert all(text.startswith("final: ") for text in said(shown, "kept"))
    assert said(shown, "used as data")[0] == '\'{"parcel": "\''
    assert said(shown, "schema") == ["not asked", *["refused"] * 3, "not asked"]
    assert "data, whole: failed" in shown.lines


async def test_what_is_not_as_promised_has_failed() -> None:
    shown = await not_as_promised()
    assert shown.lines[0] == "data of another shape: failed"
    assert "prose instead of data: failed" in shown.lines
    assert [text.split(":")[0] for text in said(shown, "kept")] == [
        "incomplete (invalid_output)"
    ] * 2
    assert said(shown, "schema") == ["refused", "not asked"]


async def test_a_larger_chunk_may_show_nothing_of_the_phrase() -> None:
    rows = [line for line in (await moderated(1, 8, 12)).lines if "at once" in line]
    assert ["wire" in row for row in rows] == [True, True, False]


async def test_no_line_is_too_wide_for_a_notebook() -> None:
    shown = [
        *[await the_events(), await unruly(FOLD), await long_gone()],
        *[await what_is_kept(RECORD), await not_as_promised(RECORD), await moderated(1, 8, 12)],
        by_hand("started", "Hel", "mail begun", "lo.", "mail done", "completed"),
    ]
    assert max(len(line) for one in shown for line in one.lines) <= 76
