"""Two processes that both believe the response to be theirs: the newer one is right."""

import asyncio

import pytest

from labs.streaming_protocol.journal import Change
from labs.streaming_protocol.service import Service
from tests.streaming_protocol.system.rig import Rig


async def test_who_has_lost_a_response_in_the_midst_of_a_tool_does_nothing_more(rig: Rig) -> None:
    gate = rig.system.gates("search")
    gate.allow(0)
    response_id = await rig.client.create("Search and search.")
    await rig.recorded(response_id, "at", "search:begun")
    late = rig.system.endpoint.service
    newer = Service(rig.system.desk, rig.system.tasks.create_task)
    await newer.recover()
    await rig.recorded(response_id, "asked about", f"{response_id}/0 not done")
    gate.open()
    await rig.ended(response_id)
    await late.idle()
    await newer.idle()
    assert rig.deeds(response_id) == ["search", "search"]
    begun, finished = await rig.ledger(response_id)
    assert sorted(begun) == sorted(set(begun)) == sorted(finished)
    await rig.recorded(response_id, "lost")
    stored = await rig.stored(response_id)
    assert (stored.attempt, stored.response.status) == (2, "completed")
    events = await rig.events(response_id)
    assert [event.seq for event in events] == list(range(stored.next_seq))


async def test_who_has_lost_a_response_in_the_midst_of_a_word_says_nothing_more(rig: Rig) -> None:
    rig.system.gates("words").allow(3)
    response_id = await rig.client.create("Hello.")
    await rig.system.trace.until(lambda r: (r.what, r.seq) == ("comes to", 3))
    late = rig.system.endpoint.service
    newer = Service(rig.system.desk, rig.system.tasks.create_task)
    await newer.recover()
    await rig.system.trace.until(lambda r: (r.what, r.seq) == ("comes to", 3), 2)
    rig.system.gates("words").open()
    stored = await rig.ended(response_id)
    await late.idle()
    assert stored.record is not None
    screen = await rig.screen(response_id)
    assert screen.draft == screen.final == stored.record.text


@pytest.mark.parametrize("click", ["decide", "stop"])
async def test_a_click_that_was_under_way_at_the_crash_wakes_whoever_goes_on(
    mock_rig: Rig, click: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = mock_rig.system.desk.journal
    response_id = await mock_rig.client.create("Mail Ada.")
    approval = await mock_rig.approval(response_id)
    write, held, go = journal.write, asyncio.Event(), asyncio.Event()

    async def late(change: Change) -> bool:
        if change.after.stopped_at or any(asked.decided for asked in change.asked):
            held.set()
            await go.wait()
        return await write(change)

    monkeypatch.setattr(journal, "write", late)
    client = mock_rig.client
    clicking = asyncio.create_task(
        client.stop(response_id) if click == "stop" else client.decide(approval)
    )
    await held.wait()
    await mock_rig.system.crash()
    await mock_rig.system.trace.until(lambda r: r.what == "awaits", 2)
    await asyncio.sleep(0.05)  # it has looked, and waits
    go.set()
    await clicking
    stored = await mock_rig.ended(response_id)
    assert stored.response.status == ("cancelled" if click == "stop" else "completed")
