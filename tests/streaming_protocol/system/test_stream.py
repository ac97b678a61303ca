"""Streams: replay and live, coming back, leaving, retention, and slow clients."""

from dataclasses import asdict
from datetime import timedelta

import pytest

from labs.streaming_protocol.desk import Habits
from labs.streaming_protocol.screen import Screen
from labs.streaming_protocol.stream import Stream
from tests.streaming_protocol.system.rig import Mode, Rig, open_rig, texts

FORGED = ("-1", "x", "²", "1.0", "9" * 5_000, "999999999", "1\t2")


async def test_live_and_replayed_events_are_the_same(rig: Rig) -> None:
    rig.system.gates("words").allow(0)
    response_id = await rig.client.create("Search, then export.")
    async with rig.client.watch(response_id) as connection:
        await rig.recorded(response_id, "attached")
        rig.system.gates("words").open()
        live = await connection.rest()
    assert [event.seq for event in live] == list(range(live[-1].seq + 1))
    assert await rig.events(response_id) == live


async def test_a_closed_connection_is_no_cancel_and_a_reconnect_no_second_generation(
    rig: Rig,
) -> None:
    rig.system.gates("words").allow(3)
    response_id = await rig.client.create("Hello.")
    async with rig.client.watch(response_id) as connection:
        first = await connection.through(3)
    await rig.recorded(response_id, "left")
    rig.system.gates("words").open()
    async with rig.client.watch(response_id, first[-1].seq) as connection:
        rest = await connection.rest()
    stored = await rig.ended(response_id)
    assert (stored.response.status, stored.attempt) == ("completed", 1)
    assert [event.seq for event in (*first, *rest)] == list(range(stored.next_seq))
    assert texts([*first, *rest]) == rest[-1].data["text"]


async def test_coming_back_at_every_number_gives_what_is_behind_it(rig: Rig) -> None:
    response_id = await rig.client.create("Hello.")
    stored = await rig.ended(response_id)
    for after in range(-1, stored.next_seq):
        async with rig.client.watch(response_id, after) as connection:
            seqs = [event.seq for event in await connection.rest()]
        assert seqs == list(range(after + 1, stored.next_seq))


@pytest.mark.parametrize("named", FORGED)
async def test_a_forged_number_gets_everything(mock_rig: Rig, named: str) -> None:
    response_id = await mock_rig.client.create("Hello.")
    stored = await mock_rig.ended(response_id)
    client = mock_rig.client
    headers = client._headers | {"Last-Event-ID": named}
    url = f"{client._url}/responses/{response_id}/events"
    raw = {name.encode(): value.encode("latin-1") for name, value in headers.items()}
    answer = await client._http.get(url, headers=raw)
    assert answer.text.count("id: ") == stored.next_seq


async def test_after_the_retention_time_there_is_the_record_and_no_replay(mode: Mode) -> None:
    habits = Habits(retention=timedelta(days=1), buffered=1_000)
    async with open_rig(mode, habits=habits) as rig:
        completed = await rig.client.create("What was the code? Search.")
        await rig.ended(completed)
        failed = await rig.client.create("Hello. The line breaks off.")
        await rig.ended(failed)
        before = await rig.screen(completed), await rig.screen(failed)
        house = rig.system.tasks.create_task(rig.system.endpoint.service.keep_house())
        rig.system.clock.advance(timedelta(days=1, seconds=1))
        while not (await rig.stored(failed)).archived:
            rig.system.clock.advance(habits.round)
            await rig.system.desk.journal.lines("")
        house.cancel()
        rig.system.clock.advance(-timedelta(days=1, hours=1))  # the tokens are of then
        for response_id, seen in zip((completed, failed), before, strict=True):
            (event,) = await rig.events(response_id)
            assert (event.type, event.seq) == ("snapshot", seen.last_seq)
            after = await rig.screen(response_id)
            record = (await rig.stored(response_id)).record
            assert record is not None
            assert after.status == seen.status
            assert (after.final, after.incomplete_reason) == (seen.final, seen.incomplete_reason)
            assert (after.tools, after.last_seq) == (seen.tools, seen.last_seq)
            assert after.draft == record.text
            body = await rig.client.get(response_id)
            assert body["record"] == asdict(record)
            assert body["state"] == asdict(after)
            async with rig.client.watch(response_id, seen.last_seq) as connection:
                assert await connection.rest() == []


async def test_whose_events_go_while_he_comes_is_sent_back_and_gets_the_record(rig: Rig) -> None:
    response_id = await rig.client.create("Hello.")
    stored = await rig.ended(response_id)
    desk = rig.system.desk
    await desk.journal.archive(rig.system.clock.now() + timedelta(days=1))
    stream = Stream(desk, stored, 0, await desk.parts.buffer(8), None)
    (said,) = [event async for event in stream.events()]
    assert (said.event, said.data) == ("error", '{"code":"archived"}')
    (event,) = await rig.events(response_id)
    assert event.type == "snapshot"


async def test_too_long_a_replay_is_one_snapshot_and_then_goes_on(mode: Mode) -> None:
    async with open_rig(mode, habits=Habits(replay=5, buffered=1_000)) as rig:
        rig.system.gates("words").allow(8)
        response_id = await rig.client.create("Hello.")
        await rig.system.trace.until(lambda r: (r.what, r.seq) == ("comes to", 8))
        async with rig.client.watch(response_id) as connection:
            (event,) = await connection.until("snapshot")
            assert (event.type, event.seq) == ("snapshot", 8)
            rig.system.gates("words").open()
            screen = Screen(rig.system.desk.parts, response_id)
            await screen.take([event, *await connection.rest()])
        assert screen.state.status == "completed"
        assert screen.state.draft == screen.state.final


async def test_a_slow_client_holds_up_nobody(rig: Rig) -> None:
    response_id = await rig.client.create("A story, please.")
    async with rig.client.watch(response_id, reader="asleep"):
        await rig.recorded(response_id, "attached")
        await rig.ended(response_id)
        assert (await rig.events(response_id))[-1].type == "response.completed"


async def test_what_a_slow_client_misses_is_joined_and_nothing_is_lost(mode: Mode) -> None:
    async with open_rig(mode, habits=Habits(buffered=4)) as rig:
        response_id = await rig.client.create("A story, please. Search.")
        stored = await rig.ended(response_id)
        async with rig.client.watch(response_id, reader="slow") as connection:
            last = stored.next_seq - 1
            await rig.system.trace.until(
                lambda r: (r.actor, r.what, r.seq) == ("stream", "put", last)
            )
            await rig.client.credit(response_id, "slow")
            events = await connection.batch()
        assert len(events) < 10 < stored.next_seq
        screen = Screen(rig.system.desk.parts, response_id)
        await screen.take(events)
        assert screen.state.draft == screen.state.final
        assert screen.state.last_seq == last
