"""The system: the only place of this lab that wires.

Knows every adapter by name and imports a driver only when it is used. A protocol system is one
endpoint with its own bus, journal and outside, on a site that the grading run has opened.
"""

import asyncio
import itertools
import random
import sys
import uuid
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta

from labs.runtime.adapters.clocks import ManualClock, SystemClock
from labs.runtime.model import Gate
from labs.runtime.ports import Clock
from labs.runtime.server import GuestServer
from labs.runtime.system import GRACE_SECONDS, Services, Site, open_bus_of
from labs.runtime.trace import Trace
from labs.streaming_protocol.client import Client
from labs.streaming_protocol.desk import USUAL, Desk, Habits
from labs.streaming_protocol.endpoint import Endpoint
from labs.streaming_protocol.journal import Journal
from labs.streaming_protocol.logbook import Logbook
from labs.streaming_protocol.moderation import WORD_BY_WORD, Moderation
from labs.streaming_protocol.outside import MemoryOutside
from labs.streaming_protocol.parts import Parts
from labs.streaming_protocol.service import Service
from labs.streaming_protocol.tokens import OPERATOR, OWNER, Tokens


@dataclass(frozen=True)
class System:
    """A running system, and the handles by which a check moves it.

    `client` is the owner's, `operator` the operator's. `gates` hold the words and the tools.
    """

    client: Client
    operator: Client
    desk: Desk
    endpoint: Endpoint
    outside: MemoryOutside
    clock: ManualClock
    gates: Callable[[str], Gate]
    trace: Trace
    stranger: Client
    tasks: asyncio.TaskGroup
    workers: "itertools.count[int]" = field(default_factory=lambda: itertools.count(2))

    async def crash(self) -> None:
        """Lose all that is not in the journal; another worker goes on once the claims lapse."""
        await self.endpoint.service.close()
        self.clock.advance(self.desk.habits.lease)
        name = f"worker {next(self.workers)}"
        self.endpoint.service = Service(self.desk, name, self.tasks.create_task)
        await self.endpoint.service.recover()


@asynccontextmanager
async def open_protocol(
    site: Site,
    parts: Parts,
    seed: int,
    *,
    moderation: Moderation = WORD_BY_WORD,
    habits: Habits = USUAL,
    logbook: Logbook | None = None,
) -> AsyncIterator[System]:
    """A running system that leaves nothing behind; time stands still until it is moved."""
    name = f"{site.token}-{next(site.numbers)}"
    clock, trace, outside = ManualClock(), Trace(), MemoryOutside()
    gates: defaultdict[str, Gate] = defaultdict(Gate)
    # In a task group: if a runner breaks, nobody waits for it in vain.
    async with AsyncExitStack() as stack, asyncio.TaskGroup() as tasks:
        journal = await _journal(site, name, stack)
        desk = Desk(
            journal=journal,
            bus=await open_bus_of(site, name, stack),
            clock=clock,
            parts=parts,
            outside=outside,
            tokens=Tokens(f"secret:{seed}".encode(), clock),
            gates=gates.__getitem__,
            new_id=seeded_ids(seed),
            log=trace,
            moderation=moderation,
            habits=habits,
            logbook=logbook,
        )
        endpoint = Endpoint(desk, Service(desk, "worker 1", tasks.create_task))
        url = site.server.mount(name, endpoint.app())
        stack.callback(site.server.unmount, name)

        def client(who: str, role: str) -> Client:
            return Client(site.http, url, desk.tokens.sign(who, role))

        yield System(
            client=client("ada", OWNER),
            operator=client("otto", OPERATOR),
            stranger=client("eve", OWNER),
            desk=desk,
            endpoint=endpoint,
            outside=outside,
            clock=clock,
            gates=gates.__getitem__,
            trace=trace,
            tasks=tasks,
        )
        if endpoint.connections:
            await trace.until(lambda _: endpoint.connections == 0)
        await endpoint.service.close()


@asynccontextmanager
async def protocol_desk(
    services: Services, parts: Parts, secret: bytes, habits: Habits, pace: timedelta
) -> AsyncIterator[Desk]:
    """The desk of a process of its own, on real services and the machine's clock."""
    from labs.runtime.adapters.services import open_bus
    from labs.streaming_protocol.adapters.postgres_journal import PostgresJournal
    from labs.streaming_protocol.adapters.postgres_outside import PostgresOutside

    clock, free = SystemClock(), Gate()
    words = Pace(clock, pace)
    bus = open_bus(services.redis_url)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(bus.close)
        await bus.ping()
        journal = PostgresJournal(services.database_url)
        outside = PostgresOutside(services.database_url)
        for one in (journal, outside):
            await one.open()
            stack.push_async_callback(one.close)
        yield Desk(
            journal=journal,
            bus=bus,
            clock=clock,
            parts=parts,
            outside=outside,
            tokens=Tokens(secret, clock),
            gates=lambda name: words if name == "words" else free,
            new_id=lambda kind: f"{kind}-{uuid.uuid4().hex}",
            log=lambda record: None,
            habits=habits,
            logbook=Logbook(sys.stderr),
        )


class Pace(Gate):
    """A gate for the words of an agent that takes its time, as a real one does."""

    def __init__(self, clock: Clock, pace: timedelta) -> None:
        super().__init__()
        self._clock = clock
        self._pace = pace

    async def passage(self) -> None:
        """Wait until it is time for the next word."""
        await self._clock.sleep(self._pace)


async def protocol_process(desk: Desk, name: str, *, host: str, port: int) -> None:
    """Serve and generate until cancelled; what is then left behind another process takes over."""
    import uvicorn

    service = Service(desk, name)
    config = uvicorn.Config(
        Endpoint(desk, service).app(),
        host=host,
        port=port,
        timeout_graceful_shutdown=GRACE_SECONDS,
        access_log=False,
    )
    async with asyncio.TaskGroup() as tasks:
        house = tasks.create_task(service.keep_house())
        try:
            await GuestServer(config).serve_until_cancelled()
        finally:
            house.cancel()
            await service.close()


def seeded_ids(seed: int) -> Callable[[str], str]:
    """Ids that are the same for the same seed, so that a check's evidence is too."""
    dice = random.Random(f"protocol ids:{seed}")
    return lambda kind: f"{kind}-{dice.getrandbits(32):08x}"


async def _journal(site: Site, name: str, stack: AsyncExitStack) -> Journal:
    if site.services is None:
        from labs.streaming_protocol.adapters.memory_journal import MemoryJournal

        return MemoryJournal()
    from labs.runtime.adapters.namespaces import schema_of
    from labs.streaming_protocol.adapters.postgres_journal import PostgresJournal

    journal = PostgresJournal(site.services.database_url, schema_of(name))
    await journal.open()
    stack.push_async_callback(journal.close)
    stack.push_async_callback(journal.drop)
    return journal
