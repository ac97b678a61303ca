"""The rig: a machine whose ports have doors, workers to start and kill, gateways on real HTTP."""

import asyncio
import itertools
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Literal

from fakeredis import FakeAsyncRedis, FakeServer
from httpx import AsyncClient
from redis.asyncio import ConnectionPool, Redis

from labs.course import course_folder
from labs.runs import Fragment
from labs.runtime.adapters.memory_store import MemoryStore
from labs.runtime.adapters.redis_bus import RedisBus
from labs.runtime.adapters.services import open_bus, open_store
from labs.runtime.batching import ALONE, Batching
from labs.runtime.client import Client, http_client
from labs.runtime.gateway import Gateway
from labs.runtime.moves import Machine
from labs.runtime.parts import LocalParts
from labs.runtime.ports import TERMINAL, Model, Store, StoredRun
from labs.runtime.server import Server, serve
from labs.runtime.trace import Record, Trace
from labs.runtime.waiter import Bounds
from labs.runtime.worker import Habits, Worker
from tests.runtime.around import BusAround, StoreAround
from tests.runtime.doors import Doors
from tests.runtime.watched_clock import WatchedClock
from tests.runtime.watching import Watching
from tests.services import postgres_url, redis_url

Mode = Literal["mock", "real"]
LEASE = timedelta(seconds=18)
"""A third of it, at which a worker looks around, is longer than any time of a waiter's."""
FOREVER = timedelta(days=1)
STEADY = Habits(lease=FOREVER)
"""A worker whose claims outlast every move of the clock."""
BUS_ONLY = Bounds(idle=FOREVER, missing=FOREVER)
"""A waiter that gets nothing from the store but its replay."""


@dataclass
class Backends:
    """What a mode's machine stands on, under its doors."""

    store: Store
    bus: RedisBus
    redis: Redis
    name: str
    namespace: str

    def in_use(self) -> int:
        """How many of the bus' connections are in the middle of something."""
        return len(self.redis_pool._in_use_connections)

    @property
    def redis_pool(self) -> ConnectionPool:
        return self.bus._redis.connection_pool


@dataclass
class Rig:
    machine: Machine
    backends: Backends
    doors: Doors
    bus: BusAround
    clock: WatchedClock
    trace: Trace
    server: Server
    http: AsyncClient
    gateway: Gateway
    client: Client
    workers: list["asyncio.Task[None]"] = field(default_factory=list)
    watchings: list[Watching] = field(default_factory=list)
    numbers: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))

    def open_gateway(self, bounds: Bounds | None = None, machine: Machine | None = None) -> Client:
        """Another gateway on the same machine; from now on it is the rig's."""
        self.gateway = _gateway(machine or self.machine, bounds)
        url = self.server.mount(f"gateway-{next(self.numbers)}", self.gateway.app())
        self.client = Client(self.http, url)
        return self.client

    def worker(
        self, model: Model, habits: Habits = STEADY, machine: Machine | None = None
    ) -> Worker:
        """A worker that does nothing yet."""
        name = f"worker {next(self.numbers)}"
        return Worker(machine or self.machine, model, name, habits)

    def start(
        self, model: Model, habits: Habits = STEADY, machine: Machine | None = None
    ) -> "asyncio.Task[None]":
        """A worker at work until it is killed."""
        task = asyncio.create_task(self.worker(model, habits, machine).run())
        self.workers.append(task)
        return task

    def watch(self, run_id: str, last_event_id: str | None = None) -> Watching:
        """A client that watches from now on; whatever it still watches in the end, it leaves."""
        watching = Watching(self.client, run_id, last_event_id)
        self.watchings.append(watching)
        return watching

    async def run(self, run_id: str) -> StoredRun:
        """The run as it is stored, seen past the doors."""
        stored = await self.backends.store.run(run_id)
        assert stored is not None
        return stored

    async def fragments(self, run_id: str) -> Sequence[Fragment]:
        """All stored fragments, seen past the doors."""
        return await self.backends.store.fragments(run_id, 0, 100_000)

    async def recorded(self, what: str, run_id: str, count: int = 1) -> Record:
        """Wait for the `count`-th record of that kind about the run."""
        return await self.trace.until(lambda r: (r.what, r.run_id) == (what, run_id), count)

    async def ended(self, run_id: str) -> None:
        """Wait until the run's end is stored, whether anybody was told of it or not."""
        while True:
            ends = self.doors.passed("store.end")
            if (await self.run(run_id)).run.status in TERMINAL:
                return
            await self.doors.until_passed("store.end", ends + 1)

    async def written(self, run_id: str, seq: int, batching: Batching = ALONE) -> None:
        """Wait until that fragment is on the bus; a batch that waits is given its time."""
        published = asyncio.create_task(self.bus.until_published(run_id, seq))
        await self._flowing(published, batching.within)

    async def finished(self, *watchings: Watching) -> None:
        """Wait for the streams to end; a waiter that waits for the clock gets its time."""
        await self._flowing(asyncio.create_task(_all_read(watchings)), Bounds().idle)

    async def _flowing(self, awaited: "asyncio.Task[None]", step: timedelta) -> None:
        """Wait, and move the clock whenever somebody sleeps for that long or less."""
        while not awaited.done():
            waiting = asyncio.create_task(self.clock.until_asleep(step))
            await asyncio.wait([awaited, waiting], return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            if not awaited.done():
                self.clock.advance(step)
        await awaited


async def _all_read(watchings: Sequence[Watching]) -> None:
    for watching in watchings:
        await watching.rest()


def _gateway(machine: Machine, bounds: Bounds | None) -> Gateway:
    return Gateway(machine, lambda: f"run-{secrets.token_hex(6)}", bounds)


async def kill(*workers: "asyncio.Task[None]") -> None:
    """End a worker as a crash would, but for its connections."""
    for worker in workers:
        worker.cancel()
    if workers:
        await asyncio.wait(workers)


@asynccontextmanager
async def open_rig(mode: Mode) -> AsyncIterator[Rig]:
    """A rig of that mode; nothing of it stays behind."""
    async with AsyncExitStack() as stack:
        backends = _mock() if mode == "mock" else await _real(stack)
        stack.push_async_callback(backends.bus.close)
        server = await stack.enter_async_context(serve())
        http = await stack.enter_async_context(http_client())
        doors, clock, trace = Doors(), WatchedClock(), Trace()
        bus = BusAround(backends.bus, doors)
        parts = LocalParts(course_folder("solutions") / "run_state_machine")
        machine = Machine(StoreAround(backends.store, doors), bus, clock, parts, trace)
        gateway = _gateway(machine, None)
        client = Client(http, server.mount("gateway", gateway.app()))
        rig = Rig(machine, backends, doors, bus, clock, trace, server, http, gateway, client)
        try:
            yield rig
        finally:
            for watching in rig.watchings:
                await watching.leave()
            await kill(*rig.workers)


def _mock() -> Backends:
    redis = FakeAsyncRedis(server=FakeServer(), socket_timeout=None, max_connections=20_000)
    return Backends(MemoryStore(), RedisBus(redis), redis, "mock", "")


async def _real(stack: AsyncExitStack) -> Backends:
    token = secrets.token_hex(6)
    name, namespace = f"test-{token}", f"test-{token}:"
    redis = Redis.from_url(redis_url())
    stack.push_async_callback(redis.aclose)
    bus = open_bus(f"{redis_url()}?client_name={name}", namespace)
    stack.push_async_callback(bus.close)
    stack.push_async_callback(bus.drop)
    store = await open_store(postgres_url(), f"koda_test_{token}")
    stack.push_async_callback(store.close)
    stack.push_async_callback(store.drop)
    return Backends(store, bus, redis, name, namespace)
