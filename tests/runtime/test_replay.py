"""Coming late: after the end, behind the replay cap, behind the retention time."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from labs.runtime.client import Event
from labs.runtime.waiter import Bounds
from labs.runtime.worker import Habits
from tests.runtime.models import EchoModel, GatedModel, ListModel
from tests.runtime.raw import ask
from tests.runtime.rig import BUS_ONLY, FOREVER, Rig
from tests.runtime.watching import assert_whole, seqs, shown

TEXTS = [f"{n} " for n in range(30)]
WHOLE = "".join(TEXTS)
CAPPED = replace(BUS_ONLY, replay=10, page=4)
RETENTION = timedelta(hours=1)


async def ended_run(rig: Rig) -> str:
    sent = await rig.client.send("s", "hi")
    await rig.worker(ListModel(TEXTS)).handle(sent.run_id)
    return sent.run_id


def snapshot(text: str, through: int) -> Event:
    return Event(through, "snapshot", {"text": text})


@pytest.mark.parametrize("gone", [False, True], ids=["stream there", "stream gone"])
@pytest.mark.parametrize("have", [0, 1, 17, 30])
async def test_after_the_end_one_gets_what_one_lacks_and_the_end(
    rig: Rig, gone: bool, have: int
) -> None:
    """At once: the clock stands still, and the bus is not needed."""
    run_id = await ended_run(rig)
    if gone:
        key = f"{rig.backends.namespace}koda:out:{run_id}"
        assert await rig.backends.redis.delete(key) == 1
    events = await rig.watch(run_id, str(have - 1) if have else None).rest()
    assert_whole(events, "".join(TEXTS[have:]), start=have)


@pytest.mark.parametrize("page", [1, 3, 31, 200])
async def test_a_replay_is_whole_however_it_is_cut_into_pages(rig: Rig, page: int) -> None:
    rig.open_gateway(Bounds(page=page))
    assert_whole(await rig.watch(await ended_run(rig)).rest(), WHOLE)


async def test_beyond_the_cap_one_snapshot_stands_for_the_replay(rig: Rig) -> None:
    run_id = await ended_run(rig)
    rig.open_gateway(CAPPED)
    events = await rig.watch(run_id).rest()
    assert events == [snapshot(WHOLE, 29), Event(30, "done", {"status": "done"})]


async def test_up_to_the_cap_there_is_none(rig: Rig) -> None:
    run_id = await ended_run(rig)
    rig.open_gateway(CAPPED)
    assert_whole(await rig.watch(run_id, "20").rest(), "".join(TEXTS[21:]), start=21)
    assert (await rig.watch(run_id, "19").rest())[0].kind == "snapshot"


async def test_behind_a_snapshot_the_live_stream_goes_on(rig: Rig) -> None:
    model = GatedModel(TEXTS)
    rig.open_gateway(CAPPED)
    rig.start(model)
    sent = await rig.client.send("s", "hi")
    model.gate.allow(15)
    await rig.bus.until_published(sent.run_id, 14)
    watching = rig.watch(sent.run_id)
    assert await watching.first(1) == [snapshot("".join(TEXTS[:15]), 14)]
    model.gate.open()
    events = await watching.rest()
    assert seqs(events) == [*range(14, 31)]
    assert shown(events) == WHOLE
    resumed = await rig.watch(sent.run_id, "24").rest()
    assert_whole(resumed, "".join(TEXTS[25:]), start=25)


async def test_fragments_written_while_the_snapshot_is_taken_are_not_lost(rig: Rig) -> None:
    for moment in (rig.doors.before, rig.doors.after):
        model = GatedModel(TEXTS)
        rig.open_gateway(CAPPED)
        sent = await rig.client.send(moment.__name__, "hi")
        handling = asyncio.create_task(rig.worker(model).handle(sent.run_id))
        model.gate.allow(15)
        await rig.bus.until_published(sent.run_id, 14)
        door = moment("store.transcript")
        watching = rig.watch(sent.run_id)
        await door.reached()
        model.gate.allow(9)
        await rig.bus.until_published(sent.run_id, 23)
        door.open()
        model.gate.open()
        events = await watching.rest()
        assert shown(events) == WHOLE
        assert seqs(events[1:]) == [*range((events[0].seq or 0) + 1, 31)]
        await handling


async def test_a_snapshot_holds_no_text_that_a_rerun_has_voided(rig: Rig) -> None:
    model = EchoModel()
    sent = await rig.client.send("s", "old ")
    for text in ("newer ", "newest"):
        door = rig.doors.before("store.end")
        if text == "newer ":
            handling = asyncio.create_task(rig.worker(model).handle(sent.run_id))
        await door.reached()
        assert (await rig.client.send("s", text)).merged
        door.open()
    await handling
    rig.open_gateway(replace(BUS_ONLY, replay=3))
    events = await rig.watch(sent.run_id).rest()
    assert events[0] == snapshot("old newer newest", (await rig.run(sent.run_id)).next_seq - 2)
    assert shown(events) == "old newer newest"


async def archived_run(rig: Rig) -> str:
    """A run whose fragments a worker has replaced by one text."""
    run_id = await ended_run(rig)
    rig.clock.advance(RETENTION + timedelta(microseconds=1))
    rig.start(ListModel([]), Habits(lease=FOREVER, retention=RETENTION))
    await rig.doors.until_passed("store.archive", 1)
    assert (await rig.run(run_id)).archived == WHOLE
    return run_id


async def test_an_archived_run_is_a_snapshot_and_its_end(rig: Rig) -> None:
    run_id = await archived_run(rig)
    last = Event(30, "done", {"status": "done"})
    for have in (None, "0", "28", "999"):
        assert await rig.watch(run_id, have).rest() == [snapshot(WHOLE, 29), last]


async def test_who_lacks_only_the_end_of_an_archived_run_gets_only_that(rig: Rig) -> None:
    run_id = await archived_run(rig)
    assert await rig.watch(run_id, "29").rest() == [Event(30, "done", {"status": "done"})]
    headers = [b"Last-Event-ID: 30"]
    answer = await ask(rig.client.url, f"/runs/{run_id}/events", headers=headers)
    assert answer.status == 204


async def test_before_the_retention_time_nothing_is_archived(rig: Rig) -> None:
    run_id = await ended_run(rig)
    rig.clock.advance(RETENTION)
    rig.start(ListModel([]), Habits(lease=FOREVER, retention=RETENTION))
    await rig.doors.until_passed("store.archive", 1)
    assert (await rig.run(run_id)).archived is None


async def test_a_run_archived_under_a_replay_sends_its_client_back_for_a_snapshot(rig: Rig) -> None:
    """The rarest of moments: between two pages. The client is told, and lacks nothing then."""
    rig.open_gateway(Bounds(page=4))
    run_id = await ended_run(rig)
    door = rig.doors.after("store.fragments")
    watching = rig.watch(run_id)
    await door.reached()
    await rig.backends.store.archive(rig.clock.now() + RETENTION)
    door.open()
    await rig.finished(watching)
    assert watching.events[-1] == Event(None, "error", {"code": "gap"})
    last = str(watching.events[-2].seq)
    assert shown(await rig.watch(run_id, last).rest()) == WHOLE
