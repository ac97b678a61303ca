"""Attaching while the worker writes: every fragment, once, in order, wherever one comes in."""

import asyncio

import pytest

from labs.runtime.batching import ALONE, Batching
from labs.runtime.worker import Habits
from tests.runtime.models import GatedModel
from tests.runtime.rig import BUS_ONLY, FOREVER, Rig
from tests.runtime.watching import Watching, assert_whole

COUNT = 300
TEXTS = [f"{n} " for n in range(COUNT)]
WRITING = pytest.mark.parametrize("batching", [ALONE, Batching()], ids=["alone", "batched"])


class Writing:
    """A run whose worker writes as far as it is told."""

    def __init__(self, rig: Rig, batching: Batching) -> None:
        self._rig = rig
        self._batching = batching
        self._model = GatedModel(TEXTS)
        self.told = 0
        self.run_id = ""

    async def begin(self) -> None:
        self._rig.open_gateway(BUS_ONLY)
        self.run_id = (await self._rig.client.send("s", "hi")).run_id
        self._rig.start(self._model, Habits(lease=FOREVER, batching=self._batching))

    async def write(self, count: int) -> None:
        """Return when that many more fragments are on the bus."""
        count = min(count, COUNT - self.told)
        if count == 0:
            return
        self.told += count
        self._model.gate.allow(count)
        await self._rig.written(self.run_id, self.told - 1, self._batching)

    async def end(self) -> None:
        self._model.gate.open()
        await self._rig.ended(self.run_id)


@WRITING
@pytest.mark.parametrize("step", [7, 32])
async def test_waiters_that_come_at_many_moments(rig: Rig, batching: Batching, step: int) -> None:
    """No waiting for each other: connecting, replaying and writing overlap as they like."""
    writing, watchings = Writing(rig, batching), list[Watching]()
    await writing.begin()
    while writing.told < COUNT:
        if writing.told % (5 * step) < step:
            watchings.append(rig.watch(writing.run_id))
        await writing.write(step)
    await writing.end()
    for watching in watchings:
        assert_whole(await watching.rest(), "".join(TEXTS))
    assert len(watchings) >= 2


@WRITING
async def test_paused_at_each_point_while_fragments_are_written(
    rig: Rig, batching: Batching
) -> None:
    """A waiter for each point at which its gateway can stand while the worker writes on."""
    writing, watchings = Writing(rig, batching), list[Watching]()
    await writing.begin()
    for name in ("bus.position", "store.fragments", "bus.listen"):
        for door_at in (rig.doors.before, rig.doors.after):
            door = door_at(name)
            watchings.append(rig.watch(writing.run_id))
            await door.reached()
            await writing.write(45)
            door.open()
            await rig.recorded("attached", writing.run_id, count=len(watchings))
    await writing.end()
    for watching in watchings:
        assert_whole(await watching.rest(), "".join(TEXTS))


@WRITING
async def test_paused_at_every_point_in_turn_and_resuming(rig: Rig, batching: Batching) -> None:
    """One client that leaves and comes back, and each time its gateway stands somewhere else."""
    writing = Writing(rig, batching)
    await writing.begin()
    await writing.write(10)
    events = [*await rig.watch(writing.run_id).first(10)]
    calls = ("bus.position", "store.run", "store.fragments", "bus.listen")
    for name in calls:
        door = rig.doors.after(name)
        watching = rig.watch(writing.run_id, str(events[-1].seq))
        await door.reached()
        await writing.write(33)
        door.open()
        events += await watching.first(33)
        await watching.leave()
    await writing.end()
    events += await rig.watch(writing.run_id, str(events[-1].seq)).rest()
    assert_whole(events, "".join(TEXTS))


async def test_many_at_once_while_everything_is_written_at_full_speed(rig: Rig) -> None:
    writing = Writing(rig, Batching(size=5))
    await writing.begin()
    watchings = [rig.watch(writing.run_id) for _ in range(10)]
    ending = asyncio.create_task(writing.end())
    for count in (1, 20, 150):
        await watchings[0].first(count)
        watchings += [rig.watch(writing.run_id) for _ in range(5)]
    await ending
    for watching in watchings:
        assert_whole(await watching.rest(), "".join(TEXTS))
