"""The output of a claim: store first, then bus; numbers contiguous and used once; no late pen."""

import asyncio
from dataclasses import replace

import pytest

from labs.runs import RunStatus
from labs.runtime.batching import ALONE, Batching
from labs.runtime.output import RETRY, Lost, Output
from labs.runtime.ports import DELTA, Unavailable
from labs.runtime.worker import Habits
from tests.runtime.models import GatedModel, ListModel
from tests.runtime.rig import FOREVER, LEASE, Rig, kill
from tests.runtime.spies import CheckedBus
from tests.runtime.watching import assert_whole

WRITING = pytest.mark.parametrize("batching", [ALONE, Batching()], ids=["alone", "batched"])
TEXTS = [f"{n} " for n in range(70)]
AWAY = Unavailable("store", "somewhere")


@WRITING
async def test_a_fragment_is_in_the_store_before_it_is_on_the_bus(
    rig: Rig, batching: Batching
) -> None:
    bus = CheckedBus(rig.backends.bus, rig.backends.store)
    rig.machine = replace(rig.machine, bus=bus)
    sent = await rig.client.send("s", "hi")
    worker = rig.worker(ListModel(TEXTS), Habits(lease=FOREVER, batching=batching))
    await worker.handle(sent.run_id)
    assert bus.early == []
    assert bus.sent == list(await rig.fragments(sent.run_id))
    assert [f.seq for f in bus.sent] == list(range(71))


@WRITING
async def test_the_first_fragment_goes_alone_and_the_rest_as_the_habit_is(
    rig: Rig, batching: Batching
) -> None:
    sent = await rig.client.send("s", "hi")
    worker = rig.worker(ListModel(TEXTS[:66]), Habits(lease=FOREVER, batching=batching))
    await worker.handle(sent.run_id)
    appends = 66 if batching == ALONE else 1 + 2 + 1
    assert rig.doors.passed("store.append") == appends
    assert rig.doors.passed("bus.publish") == appends + 1


@WRITING
async def test_no_number_is_used_twice_across_kills(rig: Rig, batching: Batching) -> None:
    """Two workers are killed in the middle; what each of the three put on the bus is kept."""
    bus = CheckedBus(rig.backends.bus, rig.backends.store)
    rig.machine = replace(rig.machine, bus=bus)
    habits = Habits(lease=LEASE, batching=batching)
    sent = await rig.client.send("s", "hi")
    for attempt in range(2):
        model = GatedModel(TEXTS)
        before = len(bus.sent)
        worker = rig.start(model, habits)
        model.gate.allow(34)
        goal = before + (34 if batching == ALONE else 33) + (attempt > 0)
        await bus.until_published(sent.run_id, goal - 1)
        await kill(worker)
        rig.clock.advance(LEASE)
    rig.start(ListModel(TEXTS), habits)
    await rig.recorded("ended", sent.run_id)
    await bus.until_published(sent.run_id, (await rig.run(sent.run_id)).next_seq - 1)
    assert [f.seq for f in bus.sent] == list(range(len(bus.sent)))
    assert bus.early == []
    assert list(await rig.fragments(sent.run_id)) == bus.sent
    assert [f.text for f in bus.sent if f.kind == "rerun"] == ["2", "3"]
    assert_whole(await rig.watch(sent.run_id).rest(), "".join(TEXTS))


async def old_and_new(rig: Rig) -> tuple[Output, Output]:
    """A killed worker's output, and the one of whoever took the run over."""
    sent = await rig.client.send("s", "hi")
    first = rig.start(GatedModel(["a"]), Habits(lease=LEASE))
    await rig.recorded("claimed", sent.run_id)
    await kill(first)
    old = Output(rig.machine, await rig.run(sent.run_id))
    rig.clock.advance(LEASE)
    rig.start(GatedModel(["b"]), Habits(lease=LEASE))
    await rig.bus.until_published(sent.run_id, 0)  # the rerun fragment
    return old, Output(rig.machine, await rig.run(sent.run_id))


async def test_who_wakes_after_a_takeover_can_write_renew_and_end_nothing(rig: Rig) -> None:
    old, new = await old_and_new(rig)
    run = old.seen.run
    for _ in range(2):
        stored, kept = await rig.run(run.id), await rig.fragments(run.id)
        with pytest.raises(Lost):
            await old.write(DELTA, ["late"])
        with pytest.raises(Lost):
            await old.write(DELTA, ["late", "again"])
        for target in (RunStatus.DONE, RunStatus.FAILED):
            with pytest.raises(Lost):
                await old.finish(target)
        with pytest.raises(Lost):
            await old.finish(RunStatus.DONE, inputs=1)
        assert not await rig.machine.store.renew(run.id, run.attempt, rig.clock.now() + FOREVER)
        assert await rig.run(run.id) == stored
        assert list(await rig.fragments(run.id)) == list(kept)
        if stored.run.status != RunStatus.DONE:
            assert await new.finish(RunStatus.DONE)  # and once more, the run having ended


async def test_a_fenced_writer_is_logged(rig: Rig) -> None:
    old, _ = await old_and_new(rig)
    with pytest.raises(Lost):
        await old.write(DELTA, ["late"])
    record = await rig.recorded("refused", old.seen.run.id)
    assert record.detail == "attempt 1 is not the newest"


@pytest.mark.parametrize("landed", [False, True], ids=["lost on the way", "answer lost"])
async def test_a_write_without_an_answer_is_tried_again_and_lands_once(
    rig: Rig, landed: bool
) -> None:
    sent = await rig.client.send("s", "hi")
    handling = rig.start(GatedModel(["never said"]))
    await rig.recorded("claimed", sent.run_id)
    await kill(handling)
    output = Output(rig.machine, await rig.run(sent.run_id))
    rig.doors.fail("store.append", AWAY)
    writing = asyncio.create_task(output.write(DELTA, ["a", "b"]))
    await rig.recorded("waits", sent.run_id)
    if landed:
        twin = Output(replace(rig.machine, store=rig.backends.store), output.seen)
        await twin.write(DELTA, ["a", "b"])
    await rig.clock.until_asleep(RETRY)
    rig.clock.advance(RETRY)
    await writing
    await output.write(DELTA, ["c"])
    stored = await rig.fragments(sent.run_id)
    assert [(f.seq, f.text) for f in stored] == [(0, "a"), (1, "b"), (2, "c")]


async def test_a_bus_that_is_away_stops_no_output(rig: Rig) -> None:
    sent = await rig.client.send("s", "hi")
    rig.doors.fail("bus.publish", *[Unavailable("bus", "somewhere")] * 4)
    await rig.worker(ListModel(["a", "b", "c"])).handle(sent.run_id)
    assert_whole(await rig.watch(sent.run_id).rest(), "abc")
