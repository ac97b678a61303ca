"""Two ways to read one Redis stream: as members of one consumer group, and each for itself.

The commands are those of the real client; the Redis is one in this process.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import cycle
from typing import cast

from fakeredis import FakeAsyncRedis, FakeServer
from redis.asyncio import Redis

from labs.run_state_machine.plays.shown import numbers
from labs.run_state_machine.plays.stage import SEED
from labs.run_state_machine.scenarios import FIRST
from labs.runtime.model import ScriptedModel
from labs.shown import Shown, named

_Fields = Mapping[str, str]
_STREAM, _GROUP, _NEW, _BEGIN = "out", "waiters", ">", "0"


@asynccontextmanager
async def _a_stream() -> AsyncIterator[Redis]:
    """A Redis with one stream that holds a whole answer."""
    redis = FakeAsyncRedis(server=FakeServer(), decode_responses=True)
    try:
        for seq, text in enumerate(ScriptedModel(SEED).fragments((FIRST,))):
            await redis.xadd(_STREAM, {"seq": seq, "text": text})
        yield redis
    finally:
        await redis.aclose()


async def in_one_group(*waiters: str) -> Shown:
    """The waiters read as members of one consumer group, in turns, an entry at a time."""
    got: dict[str, list[_Fields]] = {waiter: [] for waiter in waiters}
    async with _a_stream() as redis:
        await redis.xgroup_create(_STREAM, _GROUP, id=_BEGIN)
        for waiter in cycle(waiters):
            new = _fields(await redis.xreadgroup(_GROUP, waiter, {_STREAM: _NEW}, count=1))
            if not new:
                break
            got[waiter] += new
    return _told("XREADGROUP GROUP waiters {} COUNT 1 STREAMS out >", got)


async def each_for_itself(*waiters: str) -> Shown:
    """The waiters read the stream, each with a place of its own in it."""
    async with _a_stream() as redis:
        got = {waiter: _fields(await redis.xread({_STREAM: _BEGIN})) for waiter in waiters}
    return _told("XREAD STREAMS out 0", got)


def _fields(reply: object) -> list[_Fields]:
    """What is in the entries of the one stream that was read."""
    streams = cast(Sequence[tuple[str, Sequence[tuple[str, _Fields]]]], reply or ())
    return [fields for _, entries in streams for _, fields in entries]


def _told(command: str, got: Mapping[str, Sequence[_Fields]]) -> Shown:
    rows: list[tuple[str, str]] = []
    for waiter, entries in got.items():
        rows.append((waiter, command.format(waiter)))
        rows.append(("", numbers([int(e["seq"]) for e in entries])))
        rows.append(("", "".join(e["text"] for e in entries).strip()))
    return named(rows, indent=8)
