"""Two workers of which each may believe the response to be its own: the newer one is right."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from labs.runtime.adapters.clocks import ManualClock
from labs.streaming_protocol.desk import USUAL
from labs.streaming_protocol.journal import Change
from labs.streaming_protocol.pen import Lost, Pen
from labs.streaming_protocol.service import Service
from tests.streaming_protocol.system.rig import Rig

LEASE = USUAL.lease
TURNS = 5_000
CHORES = 3


async def taken_over(rig: Rig) -> Service:
    """Another worker, after the first one was silent so long that its claims have lapsed."""
    rig.system.clock.advance(LEASE)
    newer = another(rig)
    await newer.recover()
    return newer


async def test_who_has_lost_a_response_in_the_midst_of_a_tool_does_nothing_more(rig: Rig) -> None:
    gate = rig.system.gates("search")
    gate.allow(0)
    response_id = await rig.client.create("Search and search.")
    await rig.recorded(response_id, "at", "search:begun")
    late = rig.system.endpoint.service
    newer = await taken_over(rig)
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
    await taken_over(rig)
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


async def moved(rig: Rig, step: timedelta, steps: int = 1) -> None:
    """Move the clock so many steps, and let everybody who wakes see to his chore."""
    for _ in range(steps):
        asleep = len(rig.system.clock._sleepers)
        rig.system.clock.advance(step)
        for turn in range(TURNS):
            await rig.system.desk.journal.lines("")
            # Whoever has seen to it sleeps again. On a slow database that takes more than a few.
            if turn >= 4 and len(rig.system.clock._sleepers) >= asleep:
                break


@asynccontextmanager
async def keeping(*services: Service) -> AsyncIterator[None]:
    """They do their chores meanwhile."""
    clock = services[0]._desk.clock
    assert isinstance(clock, ManualClock)
    asleep = len(clock._sleepers) + CHORES * len(services)
    houses = [asyncio.create_task(service.keep_house()) for service in services]
    try:
        for _ in range(TURNS):
            await services[0]._desk.journal.lines("")
            if len(clock._sleepers) >= asleep:
                break
        yield
    finally:
        for house in houses:
            house.cancel()
        await asyncio.wait(houses)


def another(rig: Rig, name: str = "newer") -> Service:
    return Service(rig.system.desk, name)


async def test_whoever_is_at_work_keeps_his_claim_however_long_it_takes(rig: Rig) -> None:
    async with keeping(rig.system.endpoint.service, another(rig)):
        response_id = await rig.client.create("Mail Ada.")
        approval = await rig.approval(response_id)
        await moved(rig, LEASE / 3, 12)
        assert await rig.client.decide(approval) == 200
        stored = await rig.ended(response_id)
    assert (stored.worker, stored.attempt) == ("worker 1", 1)
    assert rig.system.trace.of("service", "claimed") == []


async def test_what_a_dead_worker_has_left_is_taken_over_once_its_claim_has_lapsed(
    rig: Rig,
) -> None:
    dead = rig.system.endpoint.service
    rig.system.endpoint.service = another(rig)
    response_id = (await dead.create("ada", "Mail Ada.", False)).response.id
    approval = await rig.approval(response_id)
    await dead.close()
    async with keeping(rig.system.endpoint.service):
        await moved(rig, LEASE / 5, 4)
        assert (await rig.stored(response_id)).worker == "worker 1"
        await moved(rig, LEASE / 5, 3)
        stored = await rig.stored(response_id)
        assert (stored.worker, stored.attempt) == ("newer", 2)
        # A permission that was asked for before is still the one that is waited for.
        assert await rig.client.decide(approval) == 200
        await rig.ended(response_id)
    assert rig.deeds(response_id) == ["mail"]


async def test_whoever_has_lost_a_response_stops_even_in_the_midst_of_waiting(rig: Rig) -> None:
    late = rig.system.endpoint.service
    response_id = await rig.client.create("Mail Ada.")
    approval = await rig.approval(response_id)
    newer = rig.system.endpoint.service = await taken_over(rig)
    async with keeping(late):
        await late.idle()
    assert await rig.client.decide(approval) == 200
    await newer.idle()
    stored = await rig.stored(response_id)
    assert (stored.worker, stored.attempt, stored.response.status) == ("newer", 2, "completed")
    assert rig.deeds(response_id) == ["mail"]


@pytest.mark.parametrize("click", ["decide", "stop"])
async def test_a_click_that_came_elsewhere_is_heard_at_the_next_renewal(
    rig: Rig, click: str
) -> None:
    rig.system.gates("search").allow(0)
    response_id = await rig.client.create("Mail Ada, then search.")
    here = rig.system.endpoint.service
    async with keeping(here):
        approval = await rig.approval(response_id)
        # Its client now talks to another process, which has no runner for it.
        rig.system.endpoint.service = another(rig)
        assert await rig.client.decide(approval) == 200
        await moved(rig, LEASE / 3)
        await rig.recorded(response_id, "at", "search:begun")
        if click == "stop":
            await rig.client.stop(response_id)
            await moved(rig, LEASE / 3)
        else:
            rig.system.gates("search").open()
        await here.idle()
    stored = await rig.stored(response_id)
    assert stored.response.status == ("cancelled" if click == "stop" else "completed")
    assert rig.deeds(response_id) == ["mail", "search"][: 1 if click == "stop" else 2]


async def test_of_many_who_would_take_it_over_one_does(rig: Rig) -> None:
    response_id = await rig.client.create("Mail Ada.")
    approval = await rig.approval(response_id)
    await rig.system.endpoint.service.close()
    rig.system.clock.advance(LEASE)
    several = [another(rig, f"newer {n}") for n in range(4)]
    await asyncio.gather(*(service.recover() for service in several))
    (claimed,) = rig.system.trace.of("service", "claimed")
    assert (claimed.run_id, claimed.detail) == (response_id, "attempt 2")
    assert await rig.client.decide(approval) == 200
    for service in several:
        service.look(response_id)
    await rig.ended(response_id)
    assert rig.deeds(response_id) == ["mail"]
    assert (await rig.stored(response_id)).attempt == 2


async def test_a_late_worker_s_writes_are_refused(rig: Rig) -> None:
    response_id = await rig.client.create("Mail Ada.")
    await rig.approval(response_id)
    late = Pen(rig.system.desk, await rig.stored(response_id))
    await rig.system.endpoint.service.close()
    rig.system.endpoint.service = await taken_over(rig)
    before = await rig.stored(response_id)
    for write in (late.renew, late.refresh, lambda: late.end("response.failed", {"reason": "x"})):
        for _ in range(2):  # also once it knows who goes on
            with pytest.raises(Lost):
                await write()
    assert (await rig.stored(response_id)).attempt == before.attempt == 2
    assert (await rig.stored(response_id)).response.status == "streaming"
