"""The double write: how often a worker writes, with a write a piece and in batches."""

from dataclasses import replace
from typing import cast

from labs.run_state_machine.plays.backstage import Tapped
from labs.run_state_machine.plays.stage import SEED, a_system
from labs.run_state_machine.scenarios import FIRST, SESSION
from labs.runs import Run, RunStatus
from labs.runtime.batching import ALONE, Batching
from labs.runtime.model import ScriptedModel
from labs.runtime.ports import Bus, Store
from labs.runtime.system import System
from labs.runtime.worker import Habits, Worker
from labs.shown import Shown
from labs.widgets.wording import table


async def the_double_write(size: int = 32) -> Shown:
    """One answer, written a piece at a time, and then again up to `size` pieces at a time."""
    rows = [("", "pieces", "writes to the store", "writes to the bus")]
    for name, batching in (("one at a time", ALONE), (f"up to {size}", Batching(size=size))):
        async with a_system() as system:
            rows.append((name, *await _counted(system, batching)))
    return Shown(tuple(table(rows).splitlines()))


async def _counted(system: System, batching: Batching) -> tuple[str, str, str]:
    store, bus = Tapped(system.machine.store), Tapped(system.machine.bus)
    machine = replace(system.machine, store=cast(Store, store), bus=cast(Bus, bus))
    # At work and nobody's: no other worker looks for it.
    run = Run("run-1", SESSION, RunStatus.RUNNING, system.clock.now(), (FIRST,), attempt=0)
    created = await system.machine.store.create(run, 0)
    assert created
    habits = Habits(batching=batching)
    await Worker(machine, ScriptedModel(SEED), "worker 2", habits).handle(run.id)
    stored = await system.machine.store.run(run.id)
    assert stored is not None
    # The end is a write as well: the terminal fragment goes with the status.
    writes = store.calls["append"] + store.calls["end"]
    return str(stored.next_seq), str(writes), str(bus.calls["publish"])
