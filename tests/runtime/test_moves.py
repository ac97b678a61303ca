"""Status writes: the table is asked first, then one conditional update; a stale actor re-reads."""

import asyncio
from dataclasses import replace

import pytest

from labs.runs import RunStatus
from labs.runtime.moves import Refused, allowed
from tests.runtime.models import GatedModel, ListModel, RaisingModel
from tests.runtime.rig import Rig
from tests.runtime.spies import Move, SpyParts
from tests.runtime.watching import assert_whole, seqs

PENDING, RUNNING, STREAMING = RunStatus.PENDING, RunStatus.RUNNING, RunStatus.STREAMING
DONE, FAILED, CANCELLED = RunStatus.DONE, RunStatus.FAILED, RunStatus.CANCELLED


def spied(rig: Rig, *refused: Move) -> SpyParts:
    """From now on the rig's machine has these parts."""
    parts = SpyParts(*refused)
    rig.machine = replace(rig.machine, parts=parts)
    rig.open_gateway()
    return parts


async def test_each_status_that_a_run_gets_was_asked_for(rig: Rig) -> None:
    parts = spied(rig)
    sent = await rig.client.send("s", "hi")
    await rig.worker(ListModel(["a", "b"])).handle(sent.run_id)
    assert parts.asked == [(PENDING, RUNNING), (RUNNING, STREAMING), (STREAMING, DONE)]
    assert (await rig.run(sent.run_id)).run.status == DONE


async def test_failing_and_cancelling_are_asked_for(rig: Rig) -> None:
    parts = spied(rig)
    sent = await rig.client.send("s", "hi")
    await rig.worker(RaisingModel([], times=3)).handle(sent.run_id)
    assert parts.asked[-1][1] == FAILED
    other = await rig.client.send("t", "hi")
    await rig.client.cancel(other.run_id)
    assert parts.asked[-1] == (PENDING, CANCELLED)


@pytest.mark.parametrize(
    ("refused", "status", "written"),
    [
        ((PENDING, RUNNING), PENDING, 0),
        ((RUNNING, STREAMING), RUNNING, 0),
        ((STREAMING, DONE), STREAMING, 2),
    ],
)
async def test_a_refused_move_is_logged_and_changes_nothing(
    rig: Rig, refused: Move, status: RunStatus, written: int
) -> None:
    spied(rig, refused)
    sent = await rig.client.send("s", "hi")
    await rig.worker(ListModel(["a", "b"])).handle(sent.run_id)
    after = await rig.run(sent.run_id)
    assert (after.run.status, after.next_seq) == (status, written)
    record = await rig.recorded("refused", sent.run_id)
    assert record.detail == f"{refused[0]} -> {refused[1]}"


async def test_a_refused_cancel_answers_the_status_that_stays(rig: Rig) -> None:
    spied(rig, (PENDING, CANCELLED))
    sent = await rig.client.send("s", "hi")
    before = await rig.run(sent.run_id)
    assert await rig.client.cancel(sent.run_id) == PENDING
    assert await rig.run(sent.run_id) == before


async def test_a_late_fragment_for_an_ended_run_is_refused_and_logged(rig: Rig) -> None:
    model = GatedModel(["a", "late"])
    sent = await rig.client.send("s", "hi")
    handling = asyncio.create_task(rig.worker(model).handle(sent.run_id))
    model.gate.allow(1)
    await rig.written(sent.run_id, 0)
    await rig.client.cancel(sent.run_id)
    model.gate.open()
    await handling
    refused = await rig.recorded("refused", sent.run_id)
    assert len(rig.trace.of("gateway", "refused")) == 0
    assert (refused.actor, refused.detail) == ("worker", "cancelled -> streaming")
    assert "late" not in {f.text for f in await rig.fragments(sent.run_id)}


@pytest.mark.parametrize("call", ["store.claim", "store.append", "store.end"])
async def test_a_worker_whose_run_was_cancelled_meanwhile_writes_nothing(
    rig: Rig, call: str
) -> None:
    sent = await rig.client.send("s", "hi")
    door = rig.doors.before(call)
    handling = asyncio.create_task(rig.worker(ListModel(["a"])).handle(sent.run_id))
    await door.reached()
    assert await rig.client.cancel(sent.run_id) == CANCELLED
    cancelled = await rig.run(sent.run_id)
    door.open()
    await handling
    assert await rig.run(sent.run_id) == cancelled


async def test_a_cancel_that_comes_too_late_sees_that_and_changes_nothing(rig: Rig) -> None:
    sent = await rig.client.send("s", "hi")
    door = rig.doors.before("store.end")
    cancelling = asyncio.create_task(rig.client.cancel(sent.run_id))
    await door.reached()
    await rig.worker(ListModel(["a"])).handle(sent.run_id)
    done = await rig.run(sent.run_id)
    door.open()
    assert await cancelling == DONE
    assert await rig.run(sent.run_id) == done


async def test_a_cancel_whose_run_has_moved_on_decides_again(rig: Rig) -> None:
    model = GatedModel(["a"])
    sent = await rig.client.send("s", "hi")
    door = rig.doors.before("store.end")
    cancelling = asyncio.create_task(rig.client.cancel(sent.run_id))
    await door.reached()
    rig.start(model)
    await rig.recorded("claimed", sent.run_id)
    door.open()
    assert await cancelling == CANCELLED
    assert_whole(await rig.watch(sent.run_id).rest(), "", "cancelled")


async def test_a_worker_that_lost_the_race_for_a_claim_leaves_the_run_alone(rig: Rig) -> None:
    sent = await rig.client.send("s", "hi")
    door = rig.doors.before("store.claim")
    slow, quick = ListModel(["slow"]), ListModel(["quick"])
    handling = asyncio.create_task(rig.worker(slow).handle(sent.run_id))
    await door.reached()
    await rig.worker(quick).handle(sent.run_id)
    door.open()
    await handling
    assert slow.asked == []
    events = await rig.watch(sent.run_id).rest()
    assert seqs(events) == [0, 1]
    assert_whole(events, "quick")


async def test_the_table_is_asked_before_anything_is_written(rig: Rig) -> None:
    spied(rig, (PENDING, RUNNING))
    sent = await rig.client.send("s", "hi")
    seen = await rig.run(sent.run_id)
    with pytest.raises(Refused):
        await allowed(rig.machine, "worker", seen, RUNNING, seq=7)
    record = await rig.recorded("refused", sent.run_id)
    assert (record.seq, record.detail) == (7, "pending -> running")
