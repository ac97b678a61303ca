"""A runner killed at each await in turn: nothing is done twice, nothing is forgotten.

What the outside has done, what the ledger says and what the screen shows agree in the end.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from labs.protocol import ToolPhase
from labs.streaming_protocol.moderation import Moderation
from labs.streaming_protocol.service import Service, Work
from tests.runtime.killing import Killer
from tests.streaming_protocol.system.rig import Mode, Rig, open_rig


@pytest.fixture
async def rig(mode: Mode) -> AsyncIterator[Rig]:
    """One that says its sentences at once: it is the tools that are killed here."""
    async with open_rig(mode, moderation=Moderation(chunk=20)) as opened:
        yield opened


STRIDES = {"mock": 1, "real": 9}
"""Every how many-th suspension is tried: real services make it slow."""
FEWER = {"compensatable": 2, "side by side, redelivered": 3}
"""So many times as long are the strides of these: most of their steps are those of the others."""

STORIES = {
    "cooperative": ("Search.", ["search"]),
    "before start": ("Export.", ["export"]),
    "never after commit": ("Mail Ada.", ["mail"]),
    "compensatable": ("Refund.", ["refund"]),
    "side by side, redelivered": ("Search and export, then mail Ada twice.", None),
}


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

    return Service(rig.system.desk, start)


async def assert_agreement(rig: Rig, response_id: str, tools: list[str]) -> None:
    stored = await rig.ended_after_kill(response_id)
    assert rig.deeds(response_id) == sorted(tools)
    begun, finished = await rig.ledger(response_id)
    assert sorted(begun) == sorted(set(begun)) == sorted(finished)
    assert {run.operation_id for run in stored.response.tools} == set(begun)
    assert all(run.phase == ToolPhase.COMMITTED for run in stored.response.tools)
    events = await rig.events(response_id)
    assert [event.seq for event in events] == list(range(stored.next_seq))
    screen = await rig.screen(response_id)
    assert screen.tools == dict.fromkeys(begun, "completed")
    assert screen.status == stored.response.status
    assert screen.approval is None


@pytest.mark.parametrize("story", STORIES)
async def test_killed_at_each_await(rig: Rig, mode: Mode, story: str) -> None:
    text, tools = STORIES[story]
    stride = STRIDES[mode] * (FEWER.get(story, 1) if mode == "mock" else 1)
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
            await rig.system.crash()
            await rig.ended_after_kill(response_id)
        await assert_agreement(rig, response_id, tools or ["search", "export", "mail"])
        screen = await rig.screen(response_id)
        assert screen.final == screen.draft != ""
        at += stride
        rig.system.trace.records.clear()
    assert kills > 3


async def test_killed_at_each_await_after_a_stop(rig: Rig, mode: Mode) -> None:
    """A refund that was under way at the Stop is done, and taken back; each once."""
    at, fired = 0, True
    while fired:
        gate = rig.system.gates("refund")
        gate.allow(0)
        response_id = await rig.client.create("Refund.")
        await rig.approved(response_id)
        await rig.recorded(response_id, "at", "refund:begun")
        await rig.client.stop(response_id)
        await rig.system.endpoint.service.close()
        gate.open()
        killer = Killer(at)
        service = service_killed_by(rig, killer)
        await service.recover()
        await _driven(service)
        fired = killer.fired
        await rig.system.crash()
        await assert_agreement(rig, response_id, ["refund", "refund_reversal"])
        assert (await rig.screen(response_id)).status == "cancelled"
        at += STRIDES[mode]
        rig.system.trace.records.clear()
    assert at > 10


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
