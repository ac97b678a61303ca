"""The system: the only place that wires.

Knows every adapter by name and imports a driver only when it is used. Nothing else constructs an
adapter. A site is the place for one grading run (one HTTP server, one client, one mode); a
system is a whole running lab in it, with its own bus, store, worker and clock.
"""

import asyncio
import importlib
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
    token: str
    numbers: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))

    @property
    def mode(self) -> Mode:
        """Whether systems here run in one process or on real services."""
        return "mock" if self.services is None else "real"


class Crew:
    """The workers of one system. `make` makes one, by its name."""

    def __init__(self, tasks: asyncio.TaskGroup, make: Callable[[str], Worker]) -> None:
        self._tasks = tasks
        self._make = make
        self._at_work: dict[str, asyncio.Task[None]] = {}

    def start(self, name: str) -> None:
        """Put a worker to work."""
        self._at_work[name] = self._tasks.create_task(self._make(name).run())

    async def kill(self, name: str) -> None:
        """End a worker as a crash would: its claims stay behind, and nobody is told."""
        task = self._at_work.pop(name)
        task.cancel()
        await asyncio.wait([task])

    def dismiss(self) -> None:
        """Let every worker go."""
        for task in self._at_work.values():
            task.cancel()


@dataclass(frozen=True)
class System:
    """A running system, and the handles by which a check moves it."""

    client: Client
    machine: Machine
    clock: ManualClock
    gate: Gate
    trace: Trace
    gateway: Gateway
    crew: Crew


def load(services: Services | None) -> None:
    """Import what systems here are made of, which otherwise happens as it is first used."""
    drivers = ["httpcore", "anyio._backends._asyncio", "uvicorn.protocols.http.auto"]
    if services is None:
        drivers += ["fakeredis", "labs.runtime.adapters.redis_bus"]
        drivers += ["labs.runtime.adapters.memory_store"]
    else:
        drivers += ["labs.runtime.adapters.namespaces", "labs.runtime.adapters.services"]
    for driver in drivers:
        importlib.import_module(driver)


@asynccontextmanager
async def open_site(services: Services | None) -> AsyncIterator[Site]:
    """A place to run systems in: MOCK without services, real with them.

    Raises:
        Unavailable: a service cannot be reached, or refuses; within about four seconds.
    """
    token = secrets.token_hex(4)
    async with AsyncExitStack() as stack:
        if services is not None:
            from labs.runtime.adapters.namespaces import held

            await stack.enter_async_context(held(services.redis_url, services.database_url, token))
        server = await stack.enter_async_context(serve())
        http = await stack.enter_async_context(http_client())
        yield Site(server, http, services, token)


PATIENT = Habits(lease=timedelta(days=365), retention=timedelta(days=3650))
"""Of a worker whose claims outlive every move of the clock."""


@asynccontextmanager
async def open_system(
    site: Site, parts: Parts, seed: int, habits: Habits = PATIENT
) -> AsyncIterator[System]:
    """A running system: gateway, worker, a disordered bus, a store, and nothing left behind.

    Time stands still until it is moved by hand. `habits` are those of each worker.
    """
    name = f"{site.token}-{next(site.numbers)}"
    clock, gate, trace = ManualClock(), Gate(), Trace()
    # In a task group: if the worker itself breaks, nobody waits for it in vain.
    async with AsyncExitStack() as stack, asyncio.TaskGroup() as tasks:
        store, bus = await _backends(site, name, stack)
        machine = Machine(store, DisorderedBus(bus, seed), clock, parts, trace)
        gateway = Gateway(machine, seeded_ids(seed))
        model = ScriptedModel(seed, gate)
        crew = Crew(tasks, lambda name: Worker(machine, model, name, habits))
        crew.start("worker 1")
        url = site.server.mount(name, gateway.app())
        stack.callback(site.server.unmount, name)
        yield System(Client(site.http, url), machine, clock, gate, trace, gateway, crew)
        if gateway.waiters:
            await trace.until(lambda _: gateway.waiters == 0)
        crew.dismiss()


def seeded_ids(seed: int) -> Callable[[], str]:
    """Ids that are the same for the same seed, so that a check's evidence is too."""
    dice = random.Random(f"ids:{seed}")
    return lambda: f"run-{dice.getrandbits(32):08x}"


async def _backends(site: Site, name: str, stack: AsyncExitStack) -> tuple[Store, Bus]:
    # The schema is there before the first key and until the last one has gone: it is by the
    # schemas that a grading finds what those before it have left.
    store = await _store(site, name, stack)
    return store, await open_bus_of(site, name, stack)


async def _store(site: Site, name: str, stack: AsyncExitStack) -> Store:
    if site.services is None:
        from labs.runtime.adapters.memory_store import MemoryStore

        return MemoryStore()
    from labs.runtime.adapters.namespaces import schema_of
    from labs.runtime.adapters.services import open_store

    store = await open_store(site.services.database_url, schema=schema_of(name))
    stack.push_async_callback(store.close)
    stack.push_async_callback(store.drop)
    return store


async def open_bus_of(site: Site, name: str, stack: AsyncExitStack) -> Bus:
    """A bus for the system of that name; it goes, with all that is on it, when `stack` does."""
    if site.services is None:
        return _mock_bus(stack)
    from labs.runtime.adapters.namespaces import keys_of
    from labs.runtime.adapters.services import open_bus

    bus = open_bus(site.services.redis_url, namespace=keys_of(name))
    stack.push_async_callback(bus.close)
    stack.push_async_callback(bus.drop)
    return bus


def _mock_bus(stack: AsyncExitStack) -> Bus:
    from fakeredis import FakeAsyncRedis, FakeServer

    from labs.runtime.adapters.redis_bus import RedisBus

    # As on real Redis: no time limit of the driver's own, and room for a connection a waiter.
    client = FakeAsyncRedis(server=FakeServer(), socket_timeout=None, max_connections=20_000)
    bus = RedisBus(client)
    stack.push_async_callback(bus.close)
    return bus


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
