"""What a client can ask for: Stop, an approval, Continue, Retry; and what it is refused."""

from datetime import timedelta

import pytest

from labs.protocol import Json, Record, ToolPhase
from labs.streaming_protocol.moderation import Moderation
from labs.streaming_protocol.screen import Screen
from tests.streaming_protocol.system.rig import Mode, Rig, open_rig, texts


async def test_after_a_stop_no_word_is_shown_and_the_tools_still_are(rig: Rig) -> None:
    rig.system.gates("export").allow(0)
    response_id = await rig.client.create("Export.")
    screen = Screen(rig.system.desk.parts, response_id)
    async with rig.client.watch(response_id) as connection:
        await screen.take(await connection.until("tool.started"))
        screen.stop()
        shown = screen.text
        told = await rig.client.stop(response_id)
        operation = f"{response_id}/0"
        assert told["still_running"] == [operation]
        rig.system.gates("export").open()
        await screen.take(await connection.rest())
    assert screen.text == shown
    assert screen.state.tools == {operation: "completed"}
    assert (screen.state.status, screen.state.incomplete_reason) == ("cancelled", "stopped")
    record = (await rig.stored(response_id)).record
    assert record == Record("incomplete", screen.state.draft, "stopped", None)


async def test_a_stop_before_the_first_word_leaves_an_empty_draft(rig: Rig) -> None:
    rig.system.gates("words").allow(0)
    response_id = await rig.client.create("Hello.")
    await rig.recorded(response_id, "comes to")
    await rig.client.stop(response_id)
    stored = await rig.ended(response_id)
    assert stored.record == Record("incomplete", "", "stopped", None)


@pytest.mark.parametrize("granted", [True, False])
async def test_the_same_click_twice_is_one_and_another_one_is_too_late(
    rig: Rig, granted: bool
) -> None:
    response_id = await rig.client.create("Mail Ada.")
    approval = await rig.approval(response_id)
    assert await rig.client.decide(approval, granted=granted) == 200
    assert await rig.client.decide(approval, granted=granted) == 200
    assert await rig.client.decide(approval, granted=not granted) == 409
    stored = await rig.ended(response_id)
    assert rig.deeds(response_id) == ["mail"] * granted
    phase = ToolPhase.COMMITTED if granted else ToolPhase.FAILED
    assert [run.phase for run in stored.response.tools] == [phase]


async def test_a_click_on_something_else_decides_nothing(rig: Rig) -> None:
    response_id = await rig.client.create("Mail Ada.")
    approval = await rig.approval(response_id)
    other: dict[str, Json] = {**approval, "payload_hash": "0" * 64}
    assert await rig.client.decide(other) == 409
    unknown: dict[str, Json] = {**approval, "approval_id": "approval-00000000"}
    assert await rig.client.decide(unknown) == 409
    assert rig.deeds(response_id) == []
    assert await rig.client.decide(approval) == 200


async def test_nobody_clicks_in_time(rig: Rig) -> None:
    response_id = await rig.client.create("Mail Ada.")
    await rig.approval(response_id)
    rig.system.clock.advance(rig.system.desk.habits.approval - timedelta(microseconds=1))
    assert (await rig.stored(response_id)).ended_at is None
    while (await rig.stored(response_id)).ended_at is None:
        # The whole time again: it may have begun to wait only behind the first move.
        rig.system.clock.advance(rig.system.desk.habits.approval)
    # Read from the journal: by now the client's token may have ended, too.
    stored = await rig.stored(response_id)
    assert [run.phase for run in stored.response.tools] == [ToolPhase.FAILED]
    assert rig.deeds(response_id) == []


async def test_a_refused_tool_that_is_redelivered_needs_a_permission_still(rig: Rig) -> None:
    response_id = await rig.client.create("Mail Ada twice.")
    await rig.client.decide(await rig.approval(response_id), granted=False)
    await rig.ended(response_id)
    assert rig.deeds(response_id) == []


async def test_continue_goes_on_behind_the_last_finished_tool_and_retry_begins_anew(
    rig: Rig,
) -> None:
    text = "Mail Ada, then search."
    rig.system.gates("search").allow(0)
    first = await rig.client.create(text)
    await rig.approved(first)
    await rig.recorded(first, "at", "search:begun")
    await rig.client.stop(first)
    await rig.ended(first)
    rig.system.gates("search").open()
    continued = await rig.client.go_on(first)
    assert continued is not None
    assert await rig.client.go_on(first) == continued  # a second click is the same
    await rig.ended(continued)
    screen = await rig.screen(continued)
    assert screen.status == "completed"
    assert list(screen.tools) == [f"{first}/0"]
    assert rig.deeds(first) == ["mail"]
    again = await rig.client.create(text)
    await rig.approved(again)
    await rig.ended(again)
    assert rig.deeds(again) == ["mail", "search"]
    assert rig.deeds(first) == ["mail"]


async def test_what_waits_in_a_continued_response_needs_a_new_permission(rig: Rig) -> None:
    first = await rig.client.create("Search and mail Ada.")
    await rig.approval(first)
    await rig.recorded(first, "at", "search:finished")
    await rig.client.stop(first)
    await rig.ended(first)
    continued = await rig.client.go_on(first)
    assert continued is not None
    approval = await rig.approval(continued)
    assert rig.deeds(first) == ["search"]
    assert await rig.client.decide_for(continued, approval) == 200
    await rig.ended(continued)
    assert rig.deeds(first) == ["mail", "search"]


async def test_where_there_is_nothing_to_continue_that_is_said(rig: Rig) -> None:
    going = await rig.client.create("Mail Ada.")
    await rig.approval(going)
    assert await rig.client.go_on(going) is None
    await rig.client.stop(going)
    await rig.ended(going)
    assert await rig.client.go_on(going) is None  # no tool was finished
    completed = await rig.client.create("Search.")
    await rig.ended(completed)
    assert await rig.client.go_on(completed) is None


async def test_what_was_taken_back_is_not_continued(rig: Rig) -> None:
    rig.system.gates("refund").allow(0)
    response_id = await rig.client.create("Refund me.")
    await rig.approved(response_id)
    await rig.recorded(response_id, "at", "refund:begun")
    await rig.client.stop(response_id)
    rig.system.gates("refund").open()
    await rig.ended(response_id)
    assert rig.deeds(response_id) == ["refund", "refund_reversal"]
    assert await rig.client.go_on(response_id) is None


async def test_a_tool_that_fails_is_told_and_its_failure_is_a_result(rig: Rig) -> None:
    response_id = await rig.client.create("Search the unreachable twice.")
    stored = await rig.ended(response_id)
    assert [run.phase for run in stored.response.tools] == [ToolPhase.FAILED]
    assert list((await rig.screen(response_id)).tools.values()) == ["failed"]
    begun, finished = await rig.ledger(response_id)
    assert len(begun) == len(finished) == 1


@pytest.mark.parametrize("text", ["As data, a misfit.", "As data, in prose."])
async def test_what_was_promised_as_data_and_is_none_has_failed(rig: Rig, text: str) -> None:
    response_id = await rig.client.create(text, structured=True)
    stored = await rig.ended(response_id)
    assert stored.response.status == "failed"
    assert stored.record is not None
    assert (stored.record.kind, stored.record.payload) == ("incomplete", None)
    assert stored.record.incomplete_reason == "invalid_output"


@pytest.mark.parametrize("chunk", [1, 8, 50])
async def test_what_may_not_be_said_is_not_in_the_final_text(mode: Mode, chunk: int) -> None:
    async with open_rig(mode, moderation=Moderation(chunk=chunk)) as rig:
        response_id = await rig.client.create("What was the code?")
        stored = await rig.ended(response_id)
        events = await rig.events(response_id)
    assert stored.record is not None
    assert "4711" not in stored.record.text
    assert "[removed]" in stored.record.text
    assert (texts(events) == stored.record.text) == (chunk == 50)
    assert "4711" not in texts(events)


BODIES = [b"", b"{", b"[]", b'{"text": ""}', b'{"text": 1}', b'{"text": "\\u0000"}', b"[" * 9_000]


@pytest.mark.parametrize("body", BODIES)
async def test_a_request_that_is_none_is_refused_and_makes_nothing(
    mock_rig: Rig, body: bytes
) -> None:
    client = mock_rig.client
    url, headers = f"{client._url}/responses", client._headers
    answer = await client._http.post(url, headers=headers, content=body)
    assert answer.status_code in (400, 422)
    later = mock_rig.system.clock.now() + timedelta(days=1)
    assert await mock_rig.system.desk.journal.overdue(later) == []


@pytest.mark.parametrize("body", [b"", b"[" * 9_000, b"{}", b'{"granted": 1, "payload_hash": ""}'])
async def test_a_decision_that_is_none_is_refused(mock_rig: Rig, body: bytes) -> None:
    client = mock_rig.client
    response_id = await client.create("Mail Ada.")
    approval = await mock_rig.approval(response_id)
    url = f"{client._url}/responses/{response_id}/approvals/{approval['approval_id']}"
    answer = await client._http.post(url, headers=client._headers, content=body)
    assert answer.status_code in (400, 422)
    assert mock_rig.deeds(response_id) == []
