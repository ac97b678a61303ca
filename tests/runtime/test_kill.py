"""A worker killed at each await in turn: the run goes on elsewhere, and its output is whole.

One test kills it once and goes to the end; the other kills the first two attempts.
"""

import pytest

from labs.runs import RunStatus
from labs.runtime.batching import ALONE, Batching
from labs.runtime.ports import RERUN
from labs.runtime.worker import Habits
from tests.runtime.killing import Killer
from tests.runtime.models import ListModel
from tests.runtime.rig import LEASE, Mode, Rig, kill
from tests.runtime.watching import Watching, assert_whole

TEXTS = ["I ", "was ", "killed ", "and ", "went on."]
WHOLE = "".join(TEXTS)
WRITING = pytest.mark.parametrize("batching", [ALONE, Batching()], ids=["alone", "batched"])
FEWER = {"mock": 1, "real": 2}
"""Every how many-th suspension is tried: real services make it slow."""


async def assert_recovered(rig: Rig, run_id: str, watching: Watching) -> None:
    await rig.ended(run_id)
    await rig.finished(watching)
    assert_whole(watching.events, WHOLE)
    run, fragments = await rig.run(run_id), await rig.fragments(run_id)
    assert run.run.status == RunStatus.DONE
    assert [f.seq for f in fragments] == list(range(run.next_seq))
    assert len(watching.events) == run.next_seq
    reruns = [f.text for f in fragments if f.kind == RERUN]
    assert reruns == ["2"] * (run.run.attempt == 2)


@WRITING
async def test_killed_once_at_each_await(rig: Rig, mode: Mode, batching: Batching) -> None:
    at, fired = 0, True
    while fired:
        run_id = (await rig.client.send(f"s{at}", "hi")).run_id
        watching = rig.watch(run_id)
        await rig.recorded("attached", run_id)
        killer = Killer(at)
        habits = Habits(lease=LEASE, batching=batching)
        await killer.drive(rig.worker(ListModel(TEXTS), habits).handle(run_id))
        fired = killer.fired
        rig.clock.advance(LEASE)
        second = rig.start(ListModel(TEXTS), habits)
        await assert_recovered(rig, run_id, watching)
        await kill(second)
        at += FEWER[mode]
    assert at > 20


@WRITING
async def test_the_second_attempt_killed_at_each_await_too(
    rig: Rig, mode: Mode, batching: Batching
) -> None:
    """The first is killed in the middle of its text, the second at each of its awaits."""
    habits = Habits(lease=LEASE, batching=batching)
    at, fired = 0, True
    while fired:
        run_id = (await rig.client.send(f"s{at}", "hi")).run_id
        watching = rig.watch(run_id)
        await Killer(20).drive(rig.worker(ListModel(TEXTS), habits).handle(run_id))
        rig.clock.advance(LEASE)
        killer = Killer(at)
        await killer.drive(rig.worker(ListModel(TEXTS), habits).handle(run_id))
        fired = killer.fired
        rig.clock.advance(LEASE)
        third = rig.start(ListModel(TEXTS), habits)
        await rig.ended(run_id)
        await rig.finished(watching)
        assert_whole(watching.events, WHOLE)
        assert (await rig.run(run_id)).run.status == RunStatus.DONE
        await kill(third)
        at += 2 * FEWER[mode]
    assert at > 20
