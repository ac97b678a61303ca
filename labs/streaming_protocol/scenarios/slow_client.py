"""A client at a tenth of the speed."""

import asyncio
import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from labs.checking import Bench
from labs.protocol import Event, ResponseState
from labs.streaming_protocol.agent import Say, script
from labs.streaming_protocol.desk import USUAL
from labs.streaming_protocol.scenarios.playing import approval_of, playing
from labs.streaming_protocol.screen import Screen
from labs.streaming_protocol.system import System

TEXT = "A short story, please. Search and search, then mail Ada, then search."
SPEED = 10
READER = "slow"
LIMIT = USUAL.buffered
DELTA = "output_text.delta"


@dataclass(frozen=True)
class Slow:
    """What a slow client got, and what there was. `batches`: events in each, `deltas` among them.

    `miscounted`: how often `held` was not what `take` then gave.
    """

    batches: Sequence[int]
    deltas: Sequence[int]
    miscounted: int
    got: Sequence[str]
    sent: Sequence[str]
    state: ResponseState
    whole: ResponseState


async def slow_reader(bench: Bench) -> Slow:
    """The agent says ten words while the client takes one batch, to the end."""
    async with playing(bench, habits=USUAL) as system, asyncio.TaskGroup() as tasks:
        system.gates("words").allow(0)
        response_id = await system.client.create(TEXT)
        tasks.create_task(_granted(system, response_id))
        slow = Screen(system.desk.parts, response_id)
        batches, miscounted = await _read_slowly(system, response_id, slow)
        # From the journal: what comes over a connection has been in a buffer of the same making.
        events = await system.desk.journal.events(response_id, 0, 1_000)
        whole = Screen(system.desk.parts, response_id)
        await whole.take(events)
        return Slow(
            [len(batch) for batch in batches],
            [sum(event.type == DELTA for event in batch) for batch in batches],
            miscounted,
            [e.type for e in itertools.chain(*batches) if e.type != DELTA],
            [e.type for e in events if e.type != DELTA],
            slow.state,
            whole.state,
        )


async def _granted(system: System, response_id: str) -> None:
    await system.client.decide(await approval_of(system, response_id))


async def _read_slowly(
    system: System, response_id: str, slow: Screen
) -> tuple[list[list[Event]], int]:
    """What each credit brought, and how often that was not what was said to be held."""
    batches: list[list[Event]] = []
    miscounted = 0
    async with system.client.watch(response_id, reader=READER) as connection:
        for said in itertools.count(SPEED, SPEED):
            system.gates("words").allow(SPEED)
            over = await _still(system, response_id, said)
            held = system.trace.of("stream", "put")[-1].detail
            if not await system.client.credit(response_id, READER):
                break
            batches.append(await connection.batch())
            miscounted += held != str(len(batches[-1]))
            await slow.take(batches[-1])
            if over:
                break
    return batches, miscounted


async def _still(system: System, response_id: str, said: int) -> bool:
    """Wait until the agent has said so many words, and all of it waits; whether it is through."""
    items = script(TEXT, structured=False)
    words = [at for at, item in enumerate(items) if isinstance(item, Say)]
    over = said >= len(words)
    reached = ("ended", None) if over else ("comes to", words[said])
    await system.trace.until(lambda r: (r.what, None if over else r.seq) == reached)
    stored = await system.desk.journal.load(response_id)
    assert stored is not None  # it was created
    last = stored.next_seq - 1
    await system.trace.until(
        lambda r: r.what == "gave up" or (r.actor, r.what, r.seq) == ("stream", "put", last)
    )
    return over
