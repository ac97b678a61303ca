"""A runner killed at each await in turn: nothing is done twice, nothing is forgotten.

What the outside has done, what the ledger says and what the screen shows agree in the end.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from labs.protocol import ResponseState, ToolPhase
from labs.streaming_protocol.agent import Step, script
from labs.streaming_protocol.moderation import Moderation
from labs.streaming_protocol.screen import Screen
from labs.streaming_protocol.service import Service, Work
from tests.runtime.killing import Killer
from tests.streaming_protocol.system.rig import Mode, Rig, open_rig


@pytest.fixture
async def rig(mode: Mode) -> AsyncIterator[Rig]:
    """One that says its sentences at once: it is the tools that are killed here."""
    async with open_rig(mode, moderation=Moderation(chunk=20)) as opened:
        yield opened


STRIDES = {"side by side, redelivered": {"mock": 3, "real": 7}}
"""Every how many-th suspension is tried there; where one tool is alone, each is."""

STORIES = {
    "cooperative": ("Search.", ["search"]),
    "before start": ("Export.", ["export"]),
    "never after commit": ("Mail Ada.", ["mail"]),
    "compensatable": ("Refund.", ["refund"]),
    "side by side, redelivered": ("Search and export, then mail Ada twice.", None),
}


TOLD = {ToolPhase.COMMITTED: "completed", ToolPhase.CANCELLED: "cancelled"}


@asynccontextmanager
async def granting(rig: Rig, response_id: str) -> AsyncIterator[None]:
    """Somebody who grants whatever the response asks for."""

    async def grant() -> None:
        await rig.approved(response_id)

    clicking = asyncio.create_task(grant())
    try:
        yield
    finally:
        clicking.cancel()
        await asyncio.wait([clicking])
        if not clicking.cancelled():
            clicking.result()


def service_killed_by(rig: Rig, killer: Killer) -> Service:
    def start(job: Work) -> "asyncio.Task[None]":
        return asyncio.create_task(killer.drive(job))

    return Service(rig.system.desk, "worker 2", start)


async def assert_agreement(
    rig: Rig, response_id: str, tools: list[str], phase: ToolPhase = ToolPhase.COMMITTED
) -> ResponseState:
    """What was done is these tools; ledger and screen say so, and every tool is in that phase."""
    stored = await rig.ended_after_kill(response_id)
    assert rig.deeds(response_id) == sorted(tools)
    begun, finished = await rig.ledger(response_id)
    assert sorted(begun) == sorted(set(begun)) == sorted(finished)
    assert {run.operation_id for run in stored.response.tools} == set(begun)
    assert {run.phase for run in stored.response.tools} == {phase}
    events = await rig.events(response_id)
    assert [event.seq for event in events] == list(range(stored.next_seq))
    screen = Screen(rig.system.desk.parts, response_id)
    await screen.take(events)
    assert screen.state.tools == dict.fromkeys(begun, TOLD[phase])
    assert screen.state.status == stored.response.status
    assert screen.state.approval is None
    return screen.state


async def attempts_to_come(rig: Rig, response_id: str) -> int:
    """How many operations whoever goes on will try to begin once more: those of the present step.

    A step's tools are tried again unless the step is over; only what was begun is a duplicate.
    """
    stored = await rig.stored(response_id)
    items = script(stored.text, stored.structured)
    over = stored.position == len(items) or not isinstance(items[stored.position], Step)
    return 0 if over else len((await rig.ledger(response_id))[0])


def duplicates(rig: Rig) -> int:
    return rig.system.desk.figures.counts["duplicate_operations", ""]


@pytest.mark.parametrize("story", STORIES)
async def test_killed_at_each_await(rig: Rig, mode: Mode, story: str) -> None:
    text, tools = STORIES[story]
    at, fired, kills = 0, True, 0
    while fired:
        killer = Killer(at)
        service = service_killed_by(rig, killer)
        rig.system.endpoint.service = service
        response_id = (await service.create("ada", text, False)).response.id
        async with granting(rig, response_id):
            await _driven(service)
            fired = killer.fired
            kills += fired
            repeated = await attempts_to_come(rig, response_id)
            before = duplicates(rig)
            await rig.system.crash()
            await rig.ended_after_kill(response_id)
        screen = await assert_agreement(rig, response_id, tools or ["search", "export", "mail"])
        assert screen.final == screen.draft != ""
        assert tools is None or duplicates(rig) - before == repeated
        at += STRIDES.get(story, {}).get(mode, 1)
        rig.system.trace.records.clear()
    assert kills > 3


AFTER_A_STOP = {
    "search": ("Search.", [], ToolPhase.CANCELLED),
    "export": ("Export.", ["export"], ToolPhase.COMMITTED),
    "mail": ("Mail Ada.", ["mail"], ToolPhase.COMMITTED),
    "refund": ("Refund.", ["refund", "refund_reversal"], ToolPhase.COMMITTED),
}


@pytest.mark.parametrize("tool", AFTER_A_STOP)
async def test_killed_at_each_await_after_a_stop(rig: Rig, tool: str) -> None:
    """What was under way at the Stop is given up, done, or done and taken back; each once."""
    text, deeds, phase = AFTER_A_STOP[tool]
    at, fired = 0, True
    while fired:
        gate = rig.system.gates(tool)
        gate.allow(0)
        response_id = await rig.client.create(text)
        async with granting(rig, response_id):
            await rig.recorded(response_id, "at", f"{tool}:begun")
        await rig.client.stop(response_id)
        await rig.system.endpoint.service.close()
        gate.open()
        killer = Killer(at)
        service = service_killed_by(rig, killer)
        rig.system.clock.advance(rig.system.desk.habits.lease)
        await service.recover()
        await _driven(service)
        fired = killer.fired
        await rig.system.crash()
        screen = await assert_agreement(rig, response_id, deeds, phase)
        assert screen.status == "cancelled"
        at += 1
        rig.system.trace.records.clear()
    assert at > 10
    # The Stop came before anything was done.
    assert rig.system.desk.figures.counts["cancellations_after_commit", ""] == 0


async def test_a_search_that_was_asked_to_stop_is_not_done_by_whoever_goes_on(rig: Rig) -> None:
    gate = rig.system.gates("search")
    gate.allow(0)
    response_id = await rig.client.create("Search.")
    await rig.recorded(response_id, "at", "search:begun")
    await rig.system.endpoint.service.close()
    await rig.client.stop(response_id)
    gate.open()
    await rig.system.crash()
    stored = await rig.ended(response_id)
    assert [run.phase for run in stored.response.tools] == [ToolPhase.CANCELLED]
    assert rig.deeds(response_id) == []
    assert list((await rig.screen(response_id)).tools.values()) == ["cancelled"]


async def _driven(service: Service) -> None:
    """Until its runner has ended or was killed."""
    await service.idle()
