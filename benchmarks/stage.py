"""The stage: a store and a bus, a gateway and a worker, wired as the benchmarks need them.

Differs from `labs.runtime.system` in what a check needs and a clock does not: the bus here is in
order, time is the machine's, the model writes as much as one likes and nothing keeps a trace.
"""

import asyncio
import secrets
import uuid
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from labs.course import course_folder
from labs.runtime.adapters.clocks import SystemClock
from labs.runtime.client import Client, http_client
from labs.runtime.gateway import Gateway
from labs.runtime.moves import Machine
from labs.runtime.parts import LocalParts, find_parts
from labs.runtime.ports import Bus, Model, Store
from labs.runtime.server import Server, serve
from labs.runtime.system import Services
from labs.runtime.trace import Record
from labs.runtime.waiter import Bounds
from labs.runtime.worker import Habits, Worker


class Arrivals:
    """A log that counts the waiters that listen to the bus, and keeps nothing else."""

    def __init__(self) -> None:
        self._attached = asyncio.Semaphore(0)

    def __call__(self, record: Record) -> None:
        """Take note of a waiter that attaches."""
        if record.what == "attached":
            self._attached.release()

    async def one(self) -> None:
        """Wait for one more waiter to attach."""
        await self._attached.acquire()


def fresh_name() -> str:
    """A name for a namespace and a schema that nobody else uses."""
    return f"bench_{secrets.token_hex(4)}"


@asynccontextmanager
async def open_backends(services: Services | None, name: str) -> AsyncIterator[tuple[Store, Bus]]:
    """A store and a bus, dropped at the end: in this process, or real under that name."""
    async with AsyncExitStack() as stack:
        if services is None:
            from fakeredis import FakeAsyncRedis, FakeServer

            from labs.runtime.adapters.memory_store import MemoryStore
            from labs.runtime.adapters.redis_bus import RedisBus

            fake = RedisBus(FakeAsyncRedis(server=FakeServer()))
            stack.push_async_callback(fake.close)
            yield MemoryStore(), fake
            return
        from labs.runtime.adapters.services import open_bus, open_store

        bus = open_bus(services.redis_url, namespace=f"koda-{name}:")
        stack.push_async_callback(bus.close)
        stack.push_async_callback(bus.drop)
        store = await open_store(services.database_url, schema=f"koda_{name}")
        stack.push_async_callback(store.close)
        stack.push_async_callback(store.drop)
        yield store, bus


async def begin_run(client: Client) -> str:
    """Send a message in a session of its own; where the run's events are."""
    accepted = await client.send(fresh_name(), "Where is my refund?")
    return f"{client.url}/runs/{accepted.run_id}/events"


def reference_parts() -> LocalParts:
    """The four parts, as the solutions have them."""
    return LocalParts(find_parts(course_folder("solutions")))


@dataclass(frozen=True)
class Stage:
    """A gateway with one client; `arrivals` tells of its waiters."""

    machine: Machine
    server: Server
    client: Client
    arrivals: Arrivals


@asynccontextmanager
async def working(
    machine: Machine, model: Model, habits: Habits | None = None
) -> AsyncIterator[None]:
    """Have a worker at work on that machine."""
    async with asyncio.TaskGroup() as tasks:
        worker = Worker(machine, model, fresh_name(), habits)
        task = tasks.create_task(worker.run())
        yield
        task.cancel()


@asynccontextmanager
async def open_stage(
    services: Services | None, bounds: Bounds | None = None
) -> AsyncIterator[Stage]:
    """A gateway in this process, its store and its bus; a worker comes with `working`."""
    async with (
        open_backends(services, fresh_name()) as (store, bus),
        serve() as server,
        http_client() as http,
    ):
        arrivals = Arrivals()
        machine = Machine(store, bus, SystemClock(), reference_parts(), arrivals)
        gateway = Gateway(machine, lambda: uuid.uuid4().hex, bounds)
        url = server.mount("stage", gateway.app())
        yield Stage(machine, server, Client(http, url), arrivals)
