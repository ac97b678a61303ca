"""Merging: what was answered `merged: true` is in the input of a generation that starts later."""

import asyncio
from datetime import timedelta

import pytest

from labs.runs import MERGE_WINDOW
from labs.runtime.batching import ALONE, Batching
from labs.runtime.client import Accepted
from labs.runtime.ports import Unavailable
from labs.runtime.worker import Habits
from tests.runtime.models import EchoModel, GatedModel, ListModel
from tests.runtime.rig import FOREVER, Rig
from tests.runtime.watching import assert_whole

WRITING = pytest.mark.parametrize("batching", [ALONE, Batching()], ids=["alone", "batched"])


def habits(batching: Batching) -> Habits:
    return Habits(lease=FOREVER, batching=batching)


def kinds(rig: Rig, run_id: str) -> list[str]:
    return [r.what for r in rig.trace.records if r.run_id == run_id and r.actor == "worker"]


async def assert_reran(rig: Rig, first: Accepted, inputs: tuple[str, ...]) -> None:
    """The run ended with these inputs, all of them answered, its output whole."""
    events = await rig.watch(first.run_id).rest()
    assert_whole(events, "".join(inputs))
    assert "rerun" in {event.kind for event in events}
    assert (await rig.run(first.run_id)).run.inputs == inputs


@WRITING
async def test_a_merge_in_the_middle_reruns_with_both(rig: Rig, batching: Batching) -> None:
    model = EchoModel()
    model.gate.allow(0)
    rig.start(model, habits(batching))
    first = await rig.client.send("s", "one ")
    await rig.recorded("claimed", first.run_id)
    second = await rig.client.send("s", "two ")
    assert (second.run_id, second.merged) == (first.run_id, True)
    model.gate.open()
    await rig.recorded("ended", first.run_id)
    assert model.asked == [("one ",), ("one ", "two ")]
    await assert_reran(rig, first, ("one ", "two "))


@WRITING
@pytest.mark.parametrize("call", ["store.append", "bus.publish", "bus.marked", "store.end"])
async def test_a_merge_between_the_last_fragment_and_the_end_reruns(
    rig: Rig, batching: Batching, call: str
) -> None:
    """Whether the worker stands before or behind its last look at the mark."""
    model = EchoModel()
    first = await rig.client.send("s", "one ")
    door = rig.doors.before(call)
    handling = asyncio.create_task(rig.worker(model, habits(batching)).handle(first.run_id))
    await door.reached()
    assert (await rig.client.send("s", "two ")).merged
    door.open()
    await handling
    assert model.asked == [("one ",), ("one ", "two ")]
    await assert_reran(rig, first, ("one ", "two "))


async def test_a_merge_is_noticed_behind_the_next_fragment_not_at_the_end(rig: Rig) -> None:
    model = GatedModel(["a", "b", "c", "d"])
    rig.start(model)
    first = await rig.client.send("s", "one")
    model.gate.allow(1)
    await rig.bus.until_published(first.run_id, 0)
    await rig.doors.until_passed("bus.marked", 1)
    assert (await rig.client.send("s", "two")).merged
    model.gate.allow(1)
    assert (await rig.recorded("reran", first.run_id)).seq == 2
    model.gate.open()
    assert_whole(await rig.watch(first.run_id).rest(), "abcd")
    assert not await rig.backends.bus.marked(first.run_id)


async def test_the_log_says_from_which_number_it_reran(rig: Rig) -> None:
    model = EchoModel()
    first = await rig.client.send("s", "one ")
    door = rig.doors.before("store.end")
    handling = asyncio.create_task(rig.worker(model).handle(first.run_id))
    await door.reached()
    await rig.client.send("s", "two ")
    door.open()
    await handling
    record = await rig.recorded("reran", first.run_id)
    assert (record.seq, record.detail) == (1, "merged input")


async def test_a_run_that_ends_under_the_gateways_hands_makes_a_new_run(rig: Rig) -> None:
    model = EchoModel()
    model.gate.allow(0)
    rig.start(model)
    first = await rig.client.send("s", "one ")
    await rig.recorded("claimed", first.run_id)
    door = rig.doors.before("store.merge")
    sending = asyncio.create_task(rig.client.send("s", "two "))
    await door.reached()
    model.gate.open()
    await rig.recorded("ended", first.run_id)
    door.open()
    second = await sending
    assert not second.merged
    assert second.run_id != first.run_id
    await rig.recorded("ended", second.run_id)
    assert model.asked == [("one ",), ("two ",)]


async def test_a_run_that_moves_on_under_the_gateways_hands_is_merged_into_all_the_same(
    rig: Rig,
) -> None:
    """From running to streaming: refused once, read again, merged."""
    model = GatedModel(["a"])
    rig.start(model)
    first = await rig.client.send("s", "one")
    await rig.recorded("claimed", first.run_id)
    door = rig.doors.before("store.merge")
    sending = asyncio.create_task(rig.client.send("s", "two"))
    await door.reached()
    model.gate.allow(1)
    door_end = rig.doors.before("store.end")
    await door_end.reached()
    door.open()
    assert (await sending) == Accepted(first.run_id, merged=True)
    model.gate.open()
    door_end.open()
    await rig.recorded("ended", first.run_id)
    assert model.asked == [("one",), ("one", "two")]


@pytest.mark.parametrize("loss", ["expired", "never left"])
async def test_a_merge_whose_mark_is_lost_in_a_slow_step_is_honoured(rig: Rig, loss: str) -> None:
    model = EchoModel()
    model.gate.allow(0)
    rig.start(model)
    first = await rig.client.send("s", "one ")
    await rig.recorded("claimed", first.run_id)
    if loss == "never left":
        rig.doors.fail("bus.mark", Unavailable("bus", "somewhere"))
    assert (await rig.client.send("s", "two ")).merged
    await rig.backends.bus.unmark(first.run_id)
    model.gate.open()
    await rig.recorded("ended", first.run_id)
    assert model.asked == [("one ",), ("one ", "two ")]
    await assert_reran(rig, first, ("one ", "two "))


@WRITING
async def test_several_merges_each_find_a_generation(rig: Rig, batching: Batching) -> None:
    """One merge at each of the worker's ends, and one in the middle of each rerun."""
    model = EchoModel()
    texts = [f"{n} " for n in range(6)]
    first = await rig.client.send("s", texts[0])
    handling = asyncio.create_task(rig.worker(model, habits(batching)).handle(first.run_id))
    for number, text in enumerate(texts[1:]):
        door = rig.doors.before("store.end" if number % 2 else "store.append")
        await door.reached()
        assert (await rig.client.send("s", text)).merged
        door.open()
    await handling
    assert model.asked[-1] == tuple(texts)
    await assert_reran(rig, first, tuple(texts))


async def test_a_mark_without_a_merge_makes_no_rerun(rig: Rig) -> None:
    first = await rig.client.send("s", "one ")
    await rig.backends.bus.mark(first.run_id)
    await rig.worker(EchoModel()).handle(first.run_id)
    assert "reran" not in kinds(rig, first.run_id)
    assert not await rig.backends.bus.marked(first.run_id)


@pytest.mark.parametrize(
    ("age", "merged"),
    [
        (timedelta(0), True),
        (MERGE_WINDOW - timedelta(microseconds=1), True),
        (MERGE_WINDOW, False),
        (MERGE_WINDOW * 100, False),
    ],
)
async def test_the_window(rig: Rig, age: timedelta, merged: bool) -> None:
    model = GatedModel(["a"])
    rig.start(model)
    first = await rig.client.send("s", "one")
    await rig.recorded("claimed", first.run_id)
    rig.clock.advance(age)
    second = await rig.client.send("s", "two")
    assert second.merged == merged
    assert (second.run_id == first.run_id) == merged


async def test_a_pending_or_ended_run_is_not_merged_into(rig: Rig) -> None:
    first = await rig.client.send("s", "one")
    second = await rig.client.send("s", "two")
    for sent in (first, second):
        await rig.worker(ListModel(["a"])).handle(sent.run_id)
    third = await rig.client.send("s", "three")
    assert [second.merged, third.merged] == [False, False]
    assert len({first.run_id, second.run_id, third.run_id}) == 3
