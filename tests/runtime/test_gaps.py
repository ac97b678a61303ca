"""Gaps: what the bus loses comes from the store, in its time; what nobody has ends in an error."""

from dataclasses import replace
from datetime import timedelta

import pytest

from labs.runtime.client import Event
from labs.runtime.ports import DONE
from labs.runtime.waiter import Bounds
from tests.runtime.models import GatedModel, ListModel
from tests.runtime.rig import Rig
from tests.runtime.spies import ForgetfulStore, MuteParts
from tests.runtime.watching import Watching, assert_whole, seqs

TEXTS = [f"{n} " for n in range(100)]
MOMENT = timedelta(microseconds=1)
BOUNDS = Bounds()
GAP = Event(None, "error", {"code": "gap"})


async def watched(rig: Rig, *lost: int) -> tuple[GatedModel, Watching, str]:
    """A waiter that is attached before anything is written; the bus loses these numbers."""
    rig.bus.loses = lambda fragment: fragment.seq in lost
    model = GatedModel(TEXTS)
    rig.start(model)
    sent = await rig.client.send("s", "hi")
    watching = rig.watch(sent.run_id)
    await rig.recorded("attached", sent.run_id)
    return model, watching, sent.run_id


def reported(rig: Rig, *whats: str) -> list[int | None]:
    return [record.seq for record in rig.trace.of("gateway", *whats)]


async def assert_still_asleep(rig: Rig, duration: timedelta) -> None:
    """Nobody was woken, and a whole request later nobody has got anything either."""
    assert duration in rig.clock.asleep
    assert (await rig.http.get(f"{rig.client.url}/healthz")).status_code == 200
    assert duration in rig.clock.asleep
    assert reported(rig, "refilled", "caught up") == []


@pytest.mark.parametrize("lost", [[0], [2], [2, 3], [1, 3]])
async def test_a_lost_fragment_is_fetched_after_exactly_two_seconds(
    rig: Rig, lost: list[int]
) -> None:
    model, watching, run_id = await watched(rig, *lost)
    model.gate.allow(5)
    await rig.trace.until(lambda r: (r.what, r.seq) == ("received", 4))
    await rig.clock.until_asleep(BOUNDS.missing)
    rig.clock.advance(BOUNDS.missing - MOMENT)
    await assert_still_asleep(rig, BOUNDS.missing)
    assert seqs(watching.events) == list(range(lost[0]))
    rig.clock.advance(MOMENT)
    assert seqs(await watching.first(5)) == [0, 1, 2, 3, 4]
    assert (await rig.recorded("refilled", run_id)).seq == lost[0]
    rig.bus.loses = lambda fragment: False
    model.gate.open()
    await rig.finished(watching)
    assert_whole(watching.events, "".join(TEXTS))


async def test_the_time_begins_anew_with_each_fragment_that_gets_out(rig: Rig) -> None:
    """Two gaps: the second one has its own two seconds."""
    model, watching, _ = await watched(rig, 1)
    model.gate.allow(3)
    await rig.trace.until(lambda r: (r.what, r.seq) == ("received", 2))
    await rig.clock.until_asleep(BOUNDS.missing)
    rig.clock.advance(BOUNDS.missing)
    await watching.first(3)
    rig.bus.loses = lambda fragment: fragment.seq == 4
    model.gate.allow(3)
    await rig.trace.until(lambda r: (r.what, r.seq) == ("received", 5))
    await rig.clock.until_asleep(BOUNDS.missing)
    rig.clock.advance(BOUNDS.missing - MOMENT)
    assert BOUNDS.missing in rig.clock.asleep
    assert seqs(watching.events) == [0, 1, 2, 3][: len(watching.events)]
    rig.clock.advance(MOMENT)
    assert seqs(await watching.first(6)) == [0, 1, 2, 3, 4, 5]


async def test_more_than_may_be_held_is_fetched_at_once(rig: Rig) -> None:
    model, watching, run_id = await watched(rig, 1)
    model.gate.allow(2 + BOUNDS.held)
    await rig.trace.until(lambda r: (r.what, r.seq) == ("received", 1 + BOUNDS.held))
    await rig.clock.until_asleep(BOUNDS.missing)
    await assert_still_asleep(rig, BOUNDS.missing)
    assert seqs(watching.events) == [0]
    model.gate.allow(1)
    events = await watching.first(3 + BOUNDS.held)
    assert seqs(events) == list(range(3 + BOUNDS.held))
    assert (await rig.recorded("refilled", run_id)).seq == 1


async def test_a_lost_end_is_found_when_the_waiter_has_been_idle(rig: Rig) -> None:
    model, watching, run_id = await watched(rig)
    rig.bus.loses = lambda fragment: fragment.kind == DONE
    model.gate.open()
    await watching.first(len(TEXTS))
    await rig.bus.until_published(run_id, len(TEXTS))
    await rig.clock.until_asleep(BOUNDS.idle)
    rig.clock.advance(BOUNDS.idle - MOMENT)
    await assert_still_asleep(rig, BOUNDS.idle)
    rig.clock.advance(MOMENT)
    assert_whole(await watching.rest(), "".join(TEXTS))
    assert reported(rig, "caught up") == [len(TEXTS)]


async def test_a_gap_before_the_end_is_fetched_at_once(rig: Rig) -> None:
    """Nothing more is to come, so there is nothing to wait for."""
    model, watching, _ = await watched(rig, 50, 51, 99)
    model.gate.allow(50)
    await watching.first(50)
    model.gate.open()
    await watching.rest()
    assert_whole(watching.events, "".join(TEXTS))


async def test_a_bus_that_loses_everything_still_shows_everything(rig: Rig) -> None:
    model, watching, run_id = await watched(rig)
    rig.bus.loses = lambda fragment: True
    model.gate.open()
    await rig.ended(run_id)
    await rig.finished(watching)
    assert_whole(watching.events, "".join(TEXTS))


async def test_what_the_store_lacks_too_is_an_error_and_the_end_of_the_stream(rig: Rig) -> None:
    store = ForgetfulStore(rig.backends.store, seq=2)
    rig.open_gateway(machine=replace(rig.machine, store=store))
    model, watching, run_id = await watched(rig, 2)
    model.gate.allow(5)
    await rig.trace.until(lambda r: (r.what, r.seq) == ("received", 4))
    await rig.clock.until_asleep(BOUNDS.missing)
    rig.clock.advance(BOUNDS.missing)
    events = await watching.rest()
    assert events[-1] == GAP
    assert seqs(events) == [0, 1, None]
    assert reported(rig, "gave up") == [2]
    assert await rig.client.status(run_id) == "streaming"  # the run does not suffer


@pytest.mark.parametrize("when", ["after the end", "while it runs", "nothing yet"])
async def test_an_orderer_that_never_emits_is_an_error(rig: Rig, when: str) -> None:
    rig.open_gateway(machine=replace(rig.machine, parts=MuteParts()))
    sent = await rig.client.send("s", "hi")
    if when == "after the end":
        await rig.worker(ListModel(TEXTS[:3])).handle(sent.run_id)
    else:
        model = GatedModel(TEXTS)
        rig.start(model)
    watching = rig.watch(sent.run_id)
    if when == "nothing yet":
        await rig.recorded("attached", sent.run_id)
    if when != "after the end":
        model.gate.allow(3)
    await rig.finished(watching)
    assert watching.events == [GAP]
    assert rig.gateway.waiters == 0
