"""waiters: how many a gateway serves at 30 fragments a second each before it falls behind.

Three processes: the gateway alone, the viewers, and this one with the worker. All watch the same
run. Behind is a gateway whose last fragment is late by more than a quarter of a second at the
median viewer, or that leaves most viewers without it.
"""

import asyncio
import math

from benchmarks.hall import FRAGMENTS, PACE, Step, open_hall
from benchmarks.setting import Setting
from benchmarks.table import Row, Table, milliseconds, percent, times, whole
from labs.runtime.system import Services

STEPS = (50, 100, 200, 400, 800, 1600, 3200)
BARE_STEP = 200
BEHIND = 0.25
"""Seconds."""


def measure(setting: Setting) -> Table:
    """Let the crowd grow until the gateway falls behind."""
    headings = ["viewers", "lag ms", "gateway", "viewers", "redis", "us each", "ratio"]
    remarks = [
        "lag: how late the median viewer got the last fragment. Then shares of a core: the "
        "gateway's process, the viewers', and Redis as a whole. us each: the gateway's processor "
        "time for one fragment to one viewer, beside the bare server's; it falls once a read "
        "brings several.",
    ]
    title = f"real mode, {FRAGMENTS} fragments at {1 / PACE:.0f} a second to every viewer"
    if setting.services is None:
        return Table(title, headings, [["system", setting.missing]])
    steps = asyncio.run(_grow(setting, setting.services))
    bare, crowds = steps[0], sorted(steps[1:], key=lambda step: step.count)
    rows = [_row(f"{bare.count}, bare server", bare, None)]
    rows += [_row(f"{whole(step.count)}, gateway", step, bare) for step in crowds]
    served = max((step.count for step in crowds if step.lag <= BEHIND), default=0)
    behind = [step.count for step in crowds if step.lag > BEHIND]
    limit = f"fell behind at {whole(min(behind))}" if behind else "did not try more"
    remarks.insert(0, f"Kept up with {whole(served)}, {limit}.")
    return Table(title, headings, rows, remarks)


def _row(name: str, step: Step, bare: Step | None) -> Row:
    lag = milliseconds(step.lag) if math.isfinite(step.lag) else "not all"
    shares = map(percent, (step.gateway, step.viewers, step.redis))
    ratio = times(step.each, bare.each if bare else None)
    return [name, lag, *shares, f"{step.each * 1e6:.0f}", ratio]


async def _grow(setting: Setting, services: Services) -> list[Step]:
    steps: list[Step] = []
    async with open_hall(services) as hall:
        setting.say(f"waiters: {BARE_STEP} on the bare server")
        steps.append(await hall.bare(BARE_STEP))
        for count in STEPS:
            setting.say(f"waiters: {count}")
            steps.append(await hall.step(count))
            if steps[-1].lag > BEHIND:
                setting.say(f"waiters: {count * 3 // 4}")
                steps.append(await hall.step(count * 3 // 4))
                break
    return steps
