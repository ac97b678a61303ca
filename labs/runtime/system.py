"""The system: the only place that wires.

Knows every adapter by name and imports a driver only when it is used. Nothing else constructs an
adapter. A site is the place for one grading run (one HTTP server, one client, one mode); a
system is a whole running lab in it, with its own bus, store, worker and clock.
"""

import asyncio
import itertools
import random
import secrets
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from labs.runtime.adapters.clocks import ManualClock, SystemClock
from labs.runtime.client import Client, http_client
from labs.runtime.disorder import DisorderedBus
from labs.runtime.gateway import Gateway
from labs.runtime.model import Gate, ScriptedModel
from labs.runtime.moves import Machine
from labs.runtime.parts import LocalParts
from labs.runtime.ports import Bus, Model, Parts, Store
from labs.runtime.server import Server, serve
from labs.runtime.trace import Log, Record, Trace
from labs.runtime.worker import Habits, Worker

if TYPE_CHECKING:
    import httpx

Mode = Literal["mock", "real"]


@dataclass(frozen=True)
class Services:
    """Where the real services are."""

    redis_url: str
    database_url: str


@dataclass(frozen=True)
class Site:
    """Where systems run: their server, their client, and what they are made of."""

    server: Server
    http: "httpx.AsyncClient"
    services: Services | None
    token: str = field(default_factory=lambda: secrets.token_hex(4))
    numbers: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))

    @property
    def mode(self) -> Mode:
        """Whether systems here run in one process or on real services."""
        return "mock" if self.services is None else "real"


@dataclass(frozen=True)
class System:
    """A running system, and the handles by which a check moves it."""

    client: Client
    machine: Machine
    clock: ManualClock
    gate: Gate
    trace: Trace
    gateway: Gateway


@asynccontextmanager
async def open_site(services: Services | None) -> AsyncIterator[Site]:
    """A place to run systems in: MOCK without services, real with them.

    Raises:
        Unavailable: a service cannot be reached; within about four seconds.
    """
    if services is not None:
        from labs.runtime.adapters.services import probe

        await probe(services.redis_url, services.database_url)
    async with serve() as server, http_client() as http:
        yield Site(server, http, services)


@asynccontextmanager
async def open_system(site: Site, parts: Parts, seed: int) -> AsyncIterator[System]:
    """A running system: gateway, worker, a disordered bus, a store, and nothing left behind.

    Time stands still until the check moves it, and a claim outlives every jump it makes.
    """
    name = f"{site.token}-{next(site.numbers)}"
    clock, gate, trace = ManualClock(), Gate(), Trace()
    # In a task group: if the worker itself breaks, nobody waits for it in vain.
    async with AsyncExitStack() as stack, asyncio.TaskGroup() as tasks:
        store, bus = await _backends(site, name, stack)
        machine = Machine(store, DisorderedBus(bus, seed), clock, parts, trace)
        gateway = Gateway(machine, seeded_ids(seed))
        worker = Worker(machine, ScriptedModel(seed, gate), "worker 1", _PATIENT)
        working = tasks.create_task(worker.run())
        url = site.server.mount(name, gateway.app())
        stack.callback(site.server.unmount, name)
        yield System(Client(site.http, url), machine, clock, gate, trace, gateway)
        if gateway.waiters:
            await trace.until(lambda _: gateway.waiters == 0)
        working.cancel()


_PATIENT = Habits(lease=timedelta(days=365), retention=timedelta(days=3650))


def seeded_ids(seed: int) -> Callable[[], str]:
    """Ids that are the same for the same seed, so that a check's evidence is too."""
    dice = random.Random(f"ids:{seed}")
    return lambda: f"run-{dice.getrandbits(32):08x}"


async def _backends(site: Site, name: str, stack: AsyncExitStack) -> tuple[Store, Bus]:
    if site.services is None:
        return _mock_backends(stack)
    return await _real_backends(site.services, name, stack)


def _mock_backends(stack: AsyncExitStack) -> tuple[Store, Bus]:
    from fakeredis import FakeAsyncRedis, FakeServer

    from labs.runtime.adapters.memory_store import MemoryStore
    from labs.runtime.adapters.redis_bus import RedisBus

    # As on real Redis: no time limit of the driver's own, and room for a connection a waiter.
    client = FakeAsyncRedis(server=FakeServer(), socket_timeout=None, max_connections=20_000)
    bus = RedisBus(client)
    stack.push_async_callback(bus.close)
    return MemoryStore(), bus


async def _real_backends(services: Services, name: str, stack: AsyncExitStack) -> tuple[Store, Bus]:
    from labs.runtime.adapters.services import open_bus, open_store

    bus = open_bus(services.redis_url, namespace=f"koda-{name}:")
    stack.push_async_callback(bus.close)
    stack.push_async_callback(bus.drop)
    store = await open_store(services.database_url, schema=f"koda_{name.replace('-', '_')}")
    stack.push_async_callback(store.close)
    stack.push_async_callback(store.drop)
    return store, bus


GRACE_SECONDS = 5
"""How long a gateway that is told to stop waits for those it is answering."""


async def gateway_process(
    services: Services, parts: Path, log: Log, *, host: str, port: int
) -> None:
    """Serve a gateway until cancelled; whoever watches then sees the stream's end."""
    import uvicorn

    from labs.runtime.server import GuestServer

    async with _machine(services, parts, log) as machine:
        app = Gateway(machine, lambda: uuid.uuid4().hex).app()
        config = uvicorn.Config(app, host=host, port=port, timeout_graceful_shutdown=GRACE_SECONDS)
        await GuestServer(config).serve_until_cancelled()


async def worker_process(
    services: Services, parts: Path, log: Log, *, name: str, habits: Habits, model: Model
) -> None:
    """Work until cancelled."""
    async with _machine(services, parts, log) as machine:
        log(Record("worker", "started", "", detail=name))
        await Worker(machine, model, name, habits).run()


@asynccontextmanager
async def _machine(services: Services, parts: Path, log: Log) -> AsyncIterator[Machine]:
    from labs.runtime.adapters.services import open_bus, open_store

    bus = open_bus(services.redis_url)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(bus.close)
        await bus.ping()
        store = await open_store(services.database_url)
        stack.push_async_callback(store.close)
        yield Machine(store, bus, SystemClock(), LocalParts(parts), log)
