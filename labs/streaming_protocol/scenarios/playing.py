"""What all scenarios do: open a system, ask it for something, look at what came of it."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from labs.checking import Bench
from labs.protocol import Event
from labs.streaming_protocol.client import Body
from labs.streaming_protocol.contract import CalledParts
from labs.streaming_protocol.desk import Habits
from labs.streaming_protocol.moderation import WORD_BY_WORD, Moderation
from labs.streaming_protocol.system import System, open_protocol

UNJOINED = Habits(buffered=1_000)
"""Of a system in which no text is joined: what a client gets does not hang on how fast it reads."""


@asynccontextmanager
async def playing(
    bench: Bench,
    *,
    moderation: Moderation = WORD_BY_WORD,
    habits: Habits = UNJOINED,
) -> AsyncIterator[System]:
    """A running system on the code under trial, which ends with that code's first fault."""
    parts = CalledParts(bench.caller)
    async with (
        asyncio.TaskGroup() as tasks,
        open_protocol(
            bench.site, parts, bench.seed, moderation=moderation, habits=habits
        ) as system,
    ):
        watching = tasks.create_task(parts.alarm.wait())
        yield system
        watching.cancel()


async def over(system: System, response_id: str) -> None:
    """Wait until the response has ended."""
    await system.trace.until(lambda r: (r.what, r.run_id) == ("ended", response_id))


async def ended(system: System, response_id: str) -> Body:
    """How the response stands, once it has ended."""
    await over(system, response_id)
    return await system.client.get(response_id)


async def all_events(system: System, response_id: str) -> Sequence[Event]:
    """Every event of a response that has ended, once and in order."""
    async with system.client.watch(response_id) as connection:
        return await connection.rest()


async def approval_of(system: System, response_id: str, count: int = 1) -> Body:
    """The approval that the response asks for: the `count`-th one."""
    await system.trace.until(lambda r: (r.what, r.run_id) == ("asked", response_id), count)
    events = await system.desk.journal.events(response_id, 0, 1_000)
    return [event.data for event in events if event.type == "approval.required"][-1]


async def point(system: System, response_id: str, name: str) -> None:
    """Wait until a tool of the response has come to that point of its run."""
    await system.trace.until(lambda r: (r.run_id, r.what, r.detail) == (response_id, "at", name))


async def point_or_end(system: System, response_id: str, name: str) -> None:
    """The same, of a tool that may never come to that point: then the response's end will do."""
    await system.trace.until(
        lambda r: (
            r.run_id == response_id and (r.what == "ended" or (r.what, r.detail) == ("at", name))
        )
    )


def deeds(system: System, response_id: str) -> list[str]:
    """What the response's tools have done outside, each in one line."""
    done = [deed for deed in system.outside.deeds if deed.operation_id.startswith(response_id)]
    return [f"{deed.tool}({_listed(deed.arguments)})" for deed in done]


def _listed(arguments: Body) -> str:
    return ", ".join(f"{name}={value}" for name, value in arguments.items())
