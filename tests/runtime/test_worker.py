"""Workers: a slow one keeps its claim, a session's runs take turns, a third failure is final."""

import asyncio
from datetime import timedelta

import pytest

from labs.runs import MERGE_WINDOW, RunStatus
from labs.runtime.ports import DONE, Unavailable
from labs.runtime.worker import MAX_ATTEMPTS, Habits
from tests.runtime.models import EchoModel, GatedModel, ListModel, RaisingModel, SlowModel
from tests.runtime.rig import LEASE, STEADY, Rig, kill
from tests.runtime.watching import assert_whole, seqs

HOUSE = LEASE / 3
SHORT = Habits(lease=LEASE)


async def test_a_slow_worker_keeps_its_claim(rig: Rig) -> None:
    model, thief = GatedModel(["a", "b"]), ListModel(["stolen"])
    rig.start(model, SHORT)
    sent = await rig.client.send("s", "hi")
    await rig.recorded("claimed", sent.run_id)
    rig.start(thief, SHORT)
    for n in range(12):
        renewals, sweeps = rig.doors.passed("store.renew"), rig.doors.passed("store.overdue")
        await rig.clock.until_asleep(HOUSE, count=8)
        rig.clock.advance(HOUSE)
        await rig.doors.until_passed("store.renew", renewals + 1)
        await rig.doors.until_passed("store.overdue", sweeps + 2)
        if n == 5:
            model.gate.allow(1)  # slow before the first fragment and slow after it
    model.gate.open()
    assert_whole(await rig.watch(sent.run_id).rest(), "ab")
    assert thief.asked == []
    assert (await rig.run(sent.run_id)).run.attempt == 1


async def test_a_worker_that_is_too_slow_to_renew_stops_even_in_a_slow_step(rig: Rig) -> None:
    sent = await rig.client.send("s", "hi")
    slow = rig.start(SlowModel([]), SHORT)
    await rig.recorded("claimed", sent.run_id)
    await rig.clock.until_asleep(HOUSE, count=4)
    rig.clock._now += LEASE  # the machine slept: nobody was woken, and the lease is over
    thief = rig.worker(ListModel(["taken"]), SHORT)
    await thief.handle(sent.run_id)
    rig.clock.advance(HOUSE)
    lost = await rig.recorded("lost", sent.run_id)
    assert lost.detail == "attempt 1"
    await kill(slow)
    assert_whole(await rig.watch(sent.run_id).rest(), "taken")


async def test_messages_to_a_pending_run_are_answered_in_turn_and_never_at_once(rig: Rig) -> None:
    model = EchoModel()
    sent = [await rig.client.send("s", f"{n}") for n in range(4)]
    assert not any(s.merged for s in sent)
    for _ in range(3):
        rig.start(model)
    for each in sent:
        assert_whole(await rig.watch(each.run_id).rest(), str(sent.index(each)))
    assert model.asked == [("0",), ("1",), ("2",), ("3",)]
    assert model.most == 1


async def test_other_sessions_do_not_wait(rig: Rig) -> None:
    model = EchoModel()
    model.gate.allow(0)
    rig.start(model)
    sent = [await rig.client.send(f"s{n}", f"{n}") for n in range(4)]
    for each in sent:
        await rig.recorded("claimed", each.run_id)
    model.gate.open()
    for each in sent:
        await rig.recorded("ended", each.run_id)


async def two_in_turn(rig: Rig, model: GatedModel) -> tuple[str, str]:
    """A run at work and the session's next one, which waits for it; time stands still."""
    rig.start(model)
    rig.start(model)
    first = await rig.client.send("s", "one")
    await rig.recorded("claimed", first.run_id)
    rig.clock.advance(MERGE_WINDOW)
    released = rig.doors.passed("bus.release")
    second = await rig.client.send("s", "two")
    assert not second.merged
    await rig.doors.until_passed("bus.release", released + 1)  # looked at, and not its turn
    assert len(rig.trace.of("worker", "claimed")) == 1
    return first.run_id, second.run_id


async def test_the_next_run_starts_when_its_predecessor_is_done(rig: Rig) -> None:
    model = GatedModel(["a"])
    _, second = await two_in_turn(rig, model)
    model.gate.open()
    await rig.recorded("ended", second)
    assert model.asked == [("one",), ("two",)]


async def test_the_next_run_starts_when_its_predecessor_is_cancelled(rig: Rig) -> None:
    model = GatedModel(["a"])
    first, second = await two_in_turn(rig, model)
    assert await rig.client.cancel(first) == RunStatus.CANCELLED
    await rig.recorded("claimed", second)
    model.gate.open()
    await rig.recorded("ended", second)


async def test_the_next_run_is_found_by_a_sweep_if_nobody_was_told(rig: Rig) -> None:
    model = GatedModel(["a"])
    first, second = await two_in_turn(rig, model)
    rig.doors.fail("bus.submit", Unavailable("bus", "somewhere"))
    await rig.client.cancel(first)
    await rig.clock.until_asleep(STEADY.lease / 3, count=8)
    rig.clock.advance(STEADY.lease / 3)
    await rig.recorded("claimed", second)


async def test_the_third_failed_attempt_ends_the_run_as_failed(rig: Rig) -> None:
    model = RaisingModel(["so far ", "so good"], times=99)
    sent = await rig.client.send("s", "hi")
    watchings = [rig.watch(sent.run_id) for _ in range(3)]
    await rig.recorded("attached", sent.run_id, count=3)
    rig.start(model)
    await rig.finished(*watchings)
    for watching in watchings:
        assert seqs(watching.events) == list(range(9))
        assert [e.data["attempt"] for e in watching.events if e.kind == "rerun"] == [2, 3]
        assert (watching.events[-1].kind, watching.events[-1].data) == (DONE, {"status": "failed"})
    assert len(model.asked) == MAX_ATTEMPTS
    failed = await rig.recorded("failed", sent.run_id)
    assert failed.detail == "RuntimeError: the model is out of words"


@pytest.mark.parametrize("times", [1, 2])
async def test_a_model_that_fails_once_or_twice_is_asked_again(rig: Rig, times: int) -> None:
    sent = await rig.client.send("s", "hi")
    await rig.worker(RaisingModel(["a", "b"], times)).handle(sent.run_id)
    assert_whole(await rig.watch(sent.run_id).rest(), "ab")


async def test_three_crashes_end_the_run_as_failed_and_every_waiter_hears_it(rig: Rig) -> None:
    sent = await rig.client.send("s", "hi")
    watchings = [rig.watch(sent.run_id) for _ in range(3)]
    await rig.recorded("attached", sent.run_id, count=3)
    for attempt in range(1, MAX_ATTEMPTS + 1):
        model = GatedModel(["a", "b"])
        worker = rig.start(model, SHORT)
        model.gate.allow(1)
        await rig.recorded("claimed", sent.run_id, count=attempt)
        await rig.bus.until_published(sent.run_id, 2 * attempt - 2)
        await kill(worker)
        rig.clock.advance(LEASE)
    spectator = ListModel(["never"])
    rig.start(spectator, SHORT)
    await rig.finished(*watchings)
    for watching in watchings:
        assert seqs(watching.events) == list(range(6))
        assert (watching.events[-1].kind, watching.events[-1].data) == (DONE, {"status": "failed"})
    assert spectator.asked == []


async def test_the_last_attempt_is_not_ended_while_its_worker_is_at_it(rig: Rig) -> None:
    sent = await rig.client.send("s", "hi")
    for attempt in range(1, MAX_ATTEMPTS + 1):
        model = GatedModel(["a"])
        worker = rig.start(model, SHORT)
        await rig.recorded("claimed", sent.run_id, count=attempt)
        if attempt > 1:
            await rig.bus.until_published(sent.run_id, attempt - 2)  # its rerun fragment
        if attempt < MAX_ATTEMPTS:
            await kill(worker)
            rig.clock.advance(LEASE)
    await rig.worker(ListModel(["never"]), SHORT).handle(sent.run_id)
    model.gate.open()
    assert_whole(await rig.watch(sent.run_id).rest(), "a")


async def test_what_no_store_can_keep_fails_its_run_and_no_other(rig: Rig) -> None:
    """The model says U+0000: each attempt crashes, its claim lapses, and the third is the last."""
    bad, good = await rig.client.send("s", "hi"), await rig.client.send("t", "hi")
    watching = rig.watch(bad.run_id)
    rig.start(ListModel(["\0"]), SHORT)
    for attempt in range(1, MAX_ATTEMPTS + 1):
        await rig.recorded("claimed", bad.run_id, count=attempt)
        await rig.recorded("claimed", good.run_id, count=attempt)
        await rig.recorded("crashed", "", count=2 * attempt)
        await rig.clock.until_asleep(HOUSE, count=4)
        rig.clock.advance(LEASE)
    await rig.finished(watching)
    assert (watching.events[-1].kind, watching.events[-1].data) == (DONE, {"status": "failed"})


async def test_a_worker_takes_no_more_than_it_has_room_for(rig: Rig) -> None:
    model = EchoModel()
    model.gate.allow(0)
    rig.start(model, Habits(lease=timedelta(days=1), capacity=2))
    sent = [await rig.client.send(f"s{n}", f"{n}") for n in range(5)]
    await rig.trace.until(lambda r: r.what == "claimed", count=2)
    model.gate.open()
    for each in sent:
        await rig.recorded("ended", each.run_id)
    assert model.most <= 2


async def test_services_that_are_away_stop_no_worker(rig: Rig) -> None:
    for call in ("bus.take", "bus.stale", "store.overdue", "store.archive"):
        rig.doors.fail(call, Unavailable(call.split(".")[0], "somewhere"))
    working = rig.start(ListModel(["a"]), SHORT)
    sent = await rig.client.send("s", "hi")
    await rig.trace.until(lambda r: r.what == "waits", count=4)
    await rig.clock.until_asleep(timedelta(seconds=1))
    rig.clock.advance(HOUSE)
    await rig.recorded("ended", sent.run_id)
    assert not working.done()


@pytest.mark.parametrize("ticks", range(4))
async def test_killed_with_work_just_taken_it_leaves_no_job_that_never_began(
    rig: Rig, ticks: int
) -> None:
    """Python warns of such a job, and a warning fails the test."""
    taken = rig.doors.after("bus.take")
    await rig.client.send("s", "hi")
    worker = rig.start(SlowModel([]))
    await taken.reached()
    taken.open()
    for _ in range(ticks):
        await asyncio.sleep(0)
    await kill(worker)


async def test_a_run_that_there_is_not_is_no_trouble(rig: Rig) -> None:
    await rig.worker(ListModel(["a"])).handle("no-such-run")
    await rig.machine.bus.submit("no-such-run")
    rig.start(ListModel(["a"]))
    sent = await rig.client.send("s", "hi")
    await rig.recorded("ended", sent.run_id)


async def test_a_run_is_handled_once_by_a_worker_that_gets_it_twice(rig: Rig) -> None:
    model = GatedModel(["a"])
    sent = await rig.client.send("s", "hi")
    worker = rig.worker(model)
    first = asyncio.create_task(worker.handle(sent.run_id))
    await rig.recorded("claimed", sent.run_id)
    await worker.handle(sent.run_id)
    model.gate.open()
    await first
    assert len(model.asked) == 1
