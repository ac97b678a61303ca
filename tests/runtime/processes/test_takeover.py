"""Workers that die, or stand still, in mid-answer: the run goes on elsewhere, and only there."""

import asyncio
import signal
from collections.abc import Sequence

import pytest

from labs.runtime.client import Client, Event
from labs.runtime.model import ScriptedModel
from labs.runtime.ports import DELTA, DONE, RERUN
from tests.runtime.processes.rig import GUARD, Process, Rig

MESSAGE = "refund"
ANSWER = ScriptedModel(0).answer((MESSAGE,)) + " "


def answer(events: Sequence[Event]) -> str:
    """What a client shows: the text since the last rerun."""
    last = max((e.seq or 0 for e in events if e.kind == RERUN), default=-1)
    return "".join(e.text for e in events if e.kind == DELTA and (e.seq or 0) > last)


async def watched_kill(
    rig: Rig, client: Client, run_id: str, after: int, through: int = 1
) -> list[Event]:
    """What a client sees of the run while its workers are killed, `after` fragments into each.

    Those of the attempts up to `through` are.
    """
    seen: list[Event] = []
    attempt, fresh = 1, 0
    async with asyncio.timeout(GUARD), client.watch(run_id) as events:
        async for event in events:
            seen.append(event)
            fresh += 1
            if event.kind == RERUN:
                attempt, fresh = int(str(event.data["attempt"])), 0
            if attempt <= through and fresh == after:
                await (await rig.claimant(run_id, attempt)).kill()
    return seen


@pytest.mark.parametrize("after", [1, 5, 9])
@pytest.mark.parametrize("writes", [(), ("--batch",)], ids=["alone", "batch"])
async def test_a_killed_workers_run_is_taken_over(
    rig: Rig, after: int, writes: tuple[str, ...]
) -> None:
    await rig.workers(2, *writes)
    client = (await rig.gateway()).client
    run_id = (await client.send("s", MESSAGE)).run_id

    seen = await watched_kill(rig, client, run_id, after)

    assert [e.seq for e in seen] == list(range(len(seen)))
    assert [e.kind for e in seen if e.kind != DELTA] == [RERUN, DONE]
    assert seen[-1].data == {"status": "done"}
    assert next(e.data for e in seen if e.kind == RERUN) == {"attempt": 2}
    assert answer(seen) == ANSWER
    assert len([e for e in seen if e.kind == DELTA]) < 2 * len(ANSWER.split())


async def test_a_run_whose_workers_die_three_times_ends_failed(rig: Rig) -> None:
    await rig.workers(4)
    client = (await rig.gateway()).client
    run_id = (await client.send("s", MESSAGE)).run_id

    seen = await watched_kill(rig, client, run_id, 1, through=3)

    assert [e.seq for e in seen] == list(range(len(seen)))
    assert seen[-1].data == {"status": "failed"}
    assert [e.kind for e in seen].count(DONE) == 1
    # On a busy machine a claim may lapse before its worker has written anything.
    attempts = [e.data["attempt"] for e in seen if e.kind == RERUN]
    assert attempts in ([2, 3], [2], [3], [])
    assert await client.status(run_id) == "failed"


async def test_a_worker_that_wakes_up_too_late_writes_nothing(rig: Rig) -> None:
    await rig.workers(2)
    client = (await rig.gateway()).client
    run_id = (await client.send("s", MESSAGE)).run_id
    seen: list[Event] = []
    sleeper: Process | None = None
    async with asyncio.timeout(GUARD), client.watch(run_id) as events:
        async for event in events:
            seen.append(event)
            if len(seen) == 5:
                sleeper = await rig.claimant(run_id)
                sleeper.tell(signal.SIGSTOP)
    assert sleeper is not None
    assert answer(seen) == ANSWER
    before = await rig.ground.rows(run_id)

    sleeper.tell(signal.SIGCONT)
    await sleeper.said(rf"(refused|lost) {run_id}")
    sleeper.tell(signal.SIGTERM)

    assert await sleeper.ended() == 0
    assert await rig.ground.rows(run_id) == before
    assert len(before) == 1 + len(seen)
