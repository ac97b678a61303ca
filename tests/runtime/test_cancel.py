"""Cancelling: once is enough, a second time changes nothing, and the worker writes no more."""

import asyncio

import httpx
import pytest

from labs.runs import RunStatus
from labs.runtime.batching import Batching
from labs.runtime.worker import Habits
from tests.runtime.models import GatedModel, ListModel, SlowModel
from tests.runtime.rig import FOREVER, LEASE, Rig
from tests.runtime.watching import assert_whole

CANCELLED = RunStatus.CANCELLED


async def assert_cancelled_for_good(rig: Rig, run_id: str) -> None:
    """Twice: the same answer, the same run, not a number more."""
    assert await rig.client.cancel(run_id) == CANCELLED
    once = await rig.run(run_id)
    assert once.run.status == CANCELLED
    assert await rig.client.cancel(run_id) == CANCELLED
    assert await rig.run(run_id) == once
    assert len(await rig.fragments(run_id)) == once.next_seq


async def test_while_pending(rig: Rig) -> None:
    sent = await rig.client.send("s", "hi")
    await assert_cancelled_for_good(rig, sent.run_id)
    model = ListModel(["a"])
    await rig.worker(model).handle(sent.run_id)
    assert model.asked == []
    assert_whole(await rig.watch(sent.run_id).rest(), "", "cancelled")


async def test_while_running(rig: Rig) -> None:
    model = GatedModel(["a"])
    sent = await rig.client.send("s", "hi")
    handling = asyncio.create_task(rig.worker(model).handle(sent.run_id))
    await rig.recorded("claimed", sent.run_id)
    await assert_cancelled_for_good(rig, sent.run_id)
    model.gate.open()
    await handling
    assert_whole(await rig.watch(sent.run_id).rest(), "", "cancelled")


@pytest.mark.parametrize("batching", [None, Batching()], ids=["alone", "batched"])
async def test_while_streaming(rig: Rig, batching: Batching | None) -> None:
    habits = Habits(lease=FOREVER) if batching is None else Habits(FOREVER, batching=batching)
    model = GatedModel(["a", "b", "c"])
    sent = await rig.client.send("s", "hi")
    watching = rig.watch(sent.run_id)
    handling = asyncio.create_task(rig.worker(model, habits).handle(sent.run_id))
    model.gate.allow(1)
    await watching.first(1)
    await assert_cancelled_for_good(rig, sent.run_id)
    cancelled = await rig.run(sent.run_id)
    model.gate.open()
    await handling
    assert await rig.run(sent.run_id) == cancelled
    assert_whole(await watching.rest(), "a", "cancelled")


async def test_a_worker_in_a_slow_step_stops_when_it_next_renews(rig: Rig) -> None:
    sent = await rig.client.send("s", "hi")
    rig.start(SlowModel([]), Habits(lease=LEASE))
    await rig.recorded("claimed", sent.run_id)
    await rig.client.cancel(sent.run_id)
    await rig.clock.until_asleep(LEASE / 3, count=4)
    rig.clock.advance(LEASE / 3)
    await rig.recorded("lost", sent.run_id)
    assert_whole(await rig.watch(sent.run_id).rest(), "", "cancelled")


async def test_after_done_it_stays_done(rig: Rig) -> None:
    sent = await rig.client.send("s", "hi")
    await rig.worker(ListModel(["a"])).handle(sent.run_id)
    done = await rig.run(sent.run_id)
    for _ in range(2):
        assert await rig.client.cancel(sent.run_id) == RunStatus.DONE
    assert await rig.run(sent.run_id) == done


async def test_many_at_once_write_one_end(rig: Rig) -> None:
    sent = await rig.client.send("s", "hi")
    answers = await asyncio.gather(*(rig.client.cancel(sent.run_id) for _ in range(20)))
    assert answers == [CANCELLED] * 20
    assert len(await rig.fragments(sent.run_id)) == 1


async def test_an_unknown_run_is_not_found(rig: Rig) -> None:
    with pytest.raises(httpx.HTTPStatusError, match="404"):
        await rig.client.cancel("no-such-run")
