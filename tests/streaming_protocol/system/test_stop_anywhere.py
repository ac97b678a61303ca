"""A Stop at each await of a runner: what is told, what is done and what is kept agree."""

import asyncio

import pytest

from labs.protocol import ToolPhase
from labs.streaming_protocol.journal import Stored
from labs.streaming_protocol.moderation import Moderation
from labs.streaming_protocol.service import Service, Work
from tests.runtime.killing import Killer
from tests.streaming_protocol.system.rig import Rig, open_rig

TOLD = {
    ToolPhase.COMMITTED: "completed",
    ToolPhase.CANCELLED: "cancelled",
    ToolPhase.FAILED: "failed",
}
STRIDE = 2


class Bell(Killer):
    """Rings at the n-th suspension, and kills nothing."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.rung = asyncio.Event()
        self._to_go = at

    def suspended(self) -> None:
        if self._to_go == 0:
            self.fired = True
            self.rung.set()
        self._to_go -= 1


async def stopped_at(rig: Rig, text: str, at: int) -> tuple[Stored, bool]:
    """The response as the Stop left it, and whether that was before its end."""
    bell = Bell(at)

    def start(job: Work) -> "asyncio.Task[None]":
        return asyncio.create_task(bell.drive(job))

    service = rig.system.endpoint.service = Service(rig.system.desk, "worker 2", start)
    response_id = (await service.create("ada", text, False)).response.id
    clicking = asyncio.create_task(rig.approved(response_id))
    ringing = asyncio.create_task(bell.rung.wait())
    idle = asyncio.create_task(service.idle())
    await asyncio.wait([ringing, idle], return_when=asyncio.FIRST_COMPLETED)
    stopped = await service.stop(await rig.stored(response_id))
    await service.stop(await rig.stored(response_id))
    await service.idle()
    for task in (clicking, ringing, idle):
        task.cancel()
    await asyncio.wait([clicking, ringing, idle])
    return stopped, bell.fired


async def assert_honest(rig: Rig, response_id: str) -> None:
    stored = await rig.ended(response_id)
    phases = {run.operation_id: run.phase for run in stored.response.tools}
    committed = {i for i, phase in phases.items() if phase == ToolPhase.COMMITTED}
    deeds = [d.operation_id for d in rig.system.outside.deeds if d.operation_id in phases]
    assert sorted(deeds) == sorted(committed)
    begun, finished = await rig.ledger(response_id)
    assert sorted(begun) == sorted(set(begun)) == sorted(finished)
    assert committed <= set(begun)
    screen = await rig.screen(response_id)
    assert screen.tools == {i: TOLD[phase] for i, phase in phases.items()}
    assert screen.status == stored.response.status
    assert screen.approval is None
    assert stored.record is not None
    assert stored.record.kind == ("final" if screen.status == "completed" else "incomplete")


@pytest.mark.parametrize("text", ["Search.", "Refund me.", "Search and export, then mail Ada."])
async def test_stopped_at_each_await(text: str) -> None:
    async with open_rig("mock", moderation=Moderation(chunk=20)) as rig:
        at, fired, after_commit = 0, True, 0
        while fired:
            stopped, fired = await stopped_at(rig, text, at)
            await assert_honest(rig, stopped.response.id)
            phases = [run.phase for run in stopped.response.tools]
            after_commit += stopped.ended_at is None and ToolPhase.COMMITTED in phases
            at += STRIDE
            rig.system.trace.records.clear()
        assert at > 20
        # A Stop that was faster than a beginning is no second attempt.
        counts = rig.system.desk.figures.counts
        assert counts["duplicate_operations", ""] == 0
        assert counts["cancellations_after_commit", ""] == after_commit > 0
