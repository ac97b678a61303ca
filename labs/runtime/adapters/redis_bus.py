"""The bus on Redis streams; given a client of a real Redis or of fakeredis, it is the same.

Knows Redis' commands and keys. Must not know who publishes, who listens and why. Promises what
the Bus port promises: broadcast out (XREAD), a consumer group in (XREADGROUP); and that no call
outlasts its patience with a server that is silent.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Mapping, Sequence
from datetime import timedelta
from typing import Concatenate, ParamSpec, TypeVar, cast

from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import OutOfMemoryError, ReadOnlyError, ResponseError
from redis.exceptions import TimeoutError as RedisTimeoutError

from labs.runs import MERGE_WINDOW, Fragment
from labs.runtime.adapters.cancels import heeded
from labs.runtime.ports import Unavailable, Work

GROUP = "workers"
OUTPUT_LIFETIME = timedelta(minutes=10)
"""How long a run's output stream outlives the last fragment published to it."""
BLOCK = timedelta(seconds=5)
"""How long one blocking read waits before it is asked again; nothing depends on it."""
PATIENCE = 3.0
"""Seconds after which a call gives up waiting for an answer; for a blocking read, after `BLOCK`."""
READ_COUNT = 100
_GONE = (RedisConnectionError, RedisTimeoutError, OSError, ReadOnlyError, OutOfMemoryError)
"""The connection failed, or this Redis cannot do its work at the moment."""
_NO_GROUP = ("NOGROUP", "requires the key to exist")
"""What Redis and fakeredis say where the consumer group is missing."""

_Fields = Mapping[bytes, bytes]
_Entries = Sequence[tuple[bytes, _Fields]]
_Key = bytes | str | memoryview
_Position = int | bytes | str | memoryview
_P = ParamSpec("_P")
_T = TypeVar("_T")


_Command = Callable[Concatenate["RedisBus", _P], Awaitable[_T]]
_Reachable = Callable[Concatenate["RedisBus", _P], Coroutine[None, None, _T]]


def _reachable(command: _Command[_P, _T]) -> _Reachable[_P, _T]:
    """Say `Unavailable` where the connection fails or no answer comes."""
    return _answered(command, blocks=False)


def _blocking(command: _Command[_P, _T]) -> _Reachable[_P, _T]:
    """The same for a read that waits for news: for `BLOCK` its silence means nothing."""
    return _answered(command, blocks=True)


def _answered(command: _Command[_P, _T], *, blocks: bool) -> _Reachable[_P, _T]:
    async def wrapper(self: "RedisBus", /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        longest = self.patience + (BLOCK.total_seconds() if blocks else 0)
        try:
            async with asyncio.timeout(longest):
                with heeded():
                    return await command(self, *args, **kwargs)
        except _GONE as error:
            raise Unavailable("bus", f"Redis at {self.address}") from error

    return wrapper


class RedisBus:
    """A bus. `namespace` goes in front of every key; `address` is what error messages name."""

    def __init__(
        self,
        client: Redis,
        *,
        namespace: str = "",
        address: str = "fakeredis",
        patience: float = PATIENCE,
    ) -> None:
        self._redis = client
        self.patience = patience
        self._namespace = namespace
        self._work = f"{namespace}koda:in"
        self.address = address

    def _output(self, run_id: str) -> str:
        return f"{self._namespace}koda:out:{run_id}"

    def _mark(self, run_id: str) -> str:
        return f"{self._namespace}koda:rerun:{run_id}"

    @_reachable
    async def publish(self, run_id: str, fragments: Sequence[Fragment]) -> None:
        """Append to the run's output and put off its expiry, in one round trip."""
        key = self._output(run_id)
        async with self._redis.pipeline(transaction=False) as pipe:
            for f in fragments:
                pipe.xadd(key, {"seq": f.seq, "kind": f.kind, "text": f.text})
            pipe.expire(key, OUTPUT_LIFETIME)
            await pipe.execute()

    @_reachable
    async def position(self, run_id: str) -> str:
        """The id of the newest entry, or the one before every entry."""
        newest = cast(_Entries, await self._redis.xrevrange(self._output(run_id), count=1))
        return newest[0][0].decode() if newest else "0-0"

    async def listen(
        self, run_id: str, after: str, waiter: str
    ) -> AsyncGenerator[Sequence[Fragment], None]:
        """Yield what is behind `after`. Every listener reads for itself: a broadcast."""
        while True:
            entries = await self._read(run_id, after)
            if entries:
                after = entries[-1][0].decode()
                yield [_fragment(run_id, fields) for _, fields in entries]

    @_blocking
    async def _read(self, run_id: str, after: str) -> _Entries:
        milliseconds = int(BLOCK.total_seconds() * 1000)
        streams: dict[_Key, _Position] = {self._output(run_id): after}
        reply = await self._redis.xread(streams, count=READ_COUNT, block=milliseconds)
        return _only_stream(reply)

    @_reachable
    async def submit(self, run_id: str) -> None:
        """Hand a run to the consumer group."""
        await self._redis.xadd(self._work, {"run": run_id})

    async def take(self, consumer: str) -> Work:
        """Wait for an entry that no consumer of the group has had."""
        while True:
            for entry in await self._next_entries(consumer):
                return _work(entry)

    @_blocking
    async def _next_entries(self, consumer: str) -> _Entries:
        milliseconds = int(BLOCK.total_seconds() * 1000)
        try:
            reply = await self._redis.xreadgroup(
                GROUP, consumer, {self._work: ">"}, count=1, block=milliseconds
            )
        except ResponseError as error:
            await self._create_group(error)
            return []
        return _only_stream(reply)

    async def _create_group(self, error: ResponseError) -> None:
        # The group is missing at the first use, and after Redis came back empty.
        if not any(said in str(error) for said in _NO_GROUP):
            raise error
        try:
            await self._redis.xgroup_create(self._work, GROUP, id="0", mkstream=True)
        except ResponseError as other:
            if "BUSYGROUP" not in str(other):
                raise

    @_reachable
    async def release(self, work: Work) -> None:
        """Acknowledge the entry and delete it: the stream holds only what is still to do."""
        async with self._redis.pipeline(transaction=True) as pipe:
            pipe.xack(self._work, GROUP, work.ticket)
            pipe.xdel(self._work, work.ticket)
            await pipe.execute()

    @_reachable
    async def stale(self, consumer: str, idle: timedelta) -> Sequence[Work]:
        """Entries of the group's pending list that nobody released for that long."""
        milliseconds = int(idle.total_seconds() * 1000)
        try:
            reply = await self._redis.xautoclaim(self._work, GROUP, consumer, milliseconds)
        except ResponseError as error:
            await self._create_group(error)
            return []
        entries = cast(_Entries, reply[1])
        # An entry deleted meanwhile has no fields left.
        return [_work(entry) for entry in entries if entry[1]]

    @_reachable
    async def mark(self, run_id: str) -> None:
        """Leave the rerun mark as an expiring key."""
        await self._redis.set(self._mark(run_id), "1", ex=MERGE_WINDOW)

    @_reachable
    async def marked(self, run_id: str) -> bool:
        """Whether the mark stands."""
        return bool(await self._redis.exists(self._mark(run_id)))

    @_reachable
    async def unmark(self, run_id: str) -> None:
        """Wipe the mark."""
        await self._redis.delete(self._mark(run_id))

    @_reachable
    async def ping(self) -> None:
        """Return if Redis answers."""
        await self._redis.ping()

    async def drop(self) -> None:
        """Delete every key of this bus's namespace."""
        keys = [key async for key in self._redis.scan_iter(match=f"{self._namespace}*", count=1000)]
        if keys:
            await self._redis.delete(*keys)

    async def close(self) -> None:
        """Give back every connection."""
        await self._redis.aclose()


def _only_stream(reply: object) -> _Entries:
    """The entries of the one stream that was read: RESP2 answers a list, RESP3 a mapping."""
    if not reply:
        return []
    if isinstance(reply, dict):
        (entries,) = reply.values()
    else:
        ((_, entries),) = cast(Sequence[tuple[bytes, _Entries]], reply)
    return cast(_Entries, entries)


def _fragment(run_id: str, fields: _Fields) -> Fragment:
    return Fragment(
        run_id=run_id,
        seq=int(fields[b"seq"]),
        kind=fields[b"kind"].decode(),
        text=fields[b"text"].decode(),
    )


def _work(entry: tuple[bytes, _Fields]) -> Work:
    return Work(run_id=entry[1][b"run"].decode(), ticket=entry[0].decode())
