"""The rig: a desk whose ports have doors, endpoints on real HTTP, users who talk to them."""

import itertools
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from fakeredis import FakeAsyncRedis, FakeServer
from httpx import AsyncClient

from grader.callers import InProcess
from labs.conversation import Proposal, Resolution, ToolPhase
from labs.course import course_folder
from labs.interruptible_conversation.adapters.memory_ledger import MemoryLedger
from labs.interruptible_conversation.adapters.postgres_ledger import PostgresLedger
from labs.interruptible_conversation.agent import ScriptedSpeaker
from labs.interruptible_conversation.client import Client
from labs.interruptible_conversation.contract import EXERCISES, CalledParts
from labs.interruptible_conversation.desk import Desk
from labs.interruptible_conversation.endpoint import DEFAULT, Bounds, Endpoint
from labs.interruptible_conversation.frames import MAX_FRAME
from labs.interruptible_conversation.ledger import Entry, Ledger
from labs.interruptible_conversation.system import seeded_ids
from labs.interruptible_conversation.tokens import Tokens
from labs.runtime.adapters.clocks import ManualClock
from labs.runtime.adapters.redis_bus import RedisBus
from labs.runtime.adapters.services import open_bus
from labs.runtime.client import http_client
from labs.runtime.model import Gate
from labs.runtime.ports import Bus
from labs.runtime.server import Server, serve
from labs.runtime.trace import Record, Trace
from tests.runtime.around import BusAround
from tests.runtime.doors import Doors
from tests.services import postgres_url, redis_url

Mode = Literal["mock", "redis", "real"]
"""`redis`: a real bus and a ledger in memory, for many at once."""


class LedgerAround:
    """A ledger with doors, which also remembers every move that it made."""

    def __init__(self, ledger: Ledger, doors: Doors) -> None:
        self._ledger = ledger
        self._doors = doors
        self.moved: list[tuple[str, ToolPhase]] = []

    async def propose(self, conversation_id: str, proposal: Proposal) -> bool:
        async with self._doors.around("ledger.propose"):
            return await self._ledger.propose(conversation_id, proposal)

    async def pending(self, conversation_id: str) -> Proposal | None:
        async with self._doors.around("ledger.pending"):
            return await self._ledger.pending(conversation_id)

    async def resolve(self, proposal_id: str, resolution: Resolution) -> bool:
        async with self._doors.around("ledger.resolve"):
            return await self._ledger.resolve(proposal_id, resolution)

    async def approve(self, proposal_id: str, entry: Entry) -> bool:
        async with self._doors.around("ledger.approve"):
            return await self._ledger.approve(proposal_id, entry)

    async def add(self, entry: Entry) -> bool:
        async with self._doors.around("ledger.add"):
            return await self._ledger.add(entry)

    async def move(self, tool_id: str, expected: ToolPhase, target: ToolPhase) -> bool:
        async with self._doors.around("ledger.move"):
            moved = await self._ledger.move(tool_id, expected, target)
            self.moved += [(tool_id, target)] * moved
            return moved

    async def stop(self, tool_id: str, expected: ToolPhase) -> bool:
        async with self._doors.around("ledger.stop"):
            return await self._ledger.stop(tool_id, expected)

    async def entries(self, conversation_id: str) -> Sequence[Entry]:
        async with self._doors.around("ledger.entries"):
            return await self._ledger.entries(conversation_id)

    async def resolutions(self, conversation_id: str) -> Sequence[tuple[Proposal, str]]:
        async with self._doors.around("ledger.resolutions"):
            return await self._ledger.resolutions(conversation_id)

    async def close(self) -> None:
        await self._ledger.close()


@dataclass
class Rig:
    desk: Desk
    doors: Doors
    ledger: Ledger
    around: LedgerAround
    clock: ManualClock
    gate: Gate
    gates: Callable[[str], Gate]
    trace: Trace
    server: Server
    http: AsyncClient
    endpoints: list[Endpoint] = field(default_factory=list)
    numbers: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))

    @property
    def endpoint(self) -> Endpoint:
        """The newest."""
        return self.endpoints[-1]

    def open(self, bounds: Bounds = DEFAULT) -> Client:
        """Another endpoint on the same desk, as another process has it: a client of it."""
        self.endpoints.append(Endpoint(self.desk, bounds))
        url = self.server.mount(f"endpoint-{next(self.numbers)}", self.endpoint.app())
        return Client(self.http, url)

    async def recorded(self, actor: str, what: str, detail: str = "", count: int = 1) -> Record:
        """Wait for the `count`-th record of that kind; with `detail`, of that one."""

        def meant(record: Record) -> bool:
            return (record.actor, record.what) == (actor, what) and detail in ("", record.detail)

        return await self.trace.until(meant, count)

    async def deeds(self, conversation_id: str) -> list[tuple[str, str, bool]]:
        """The tool runs in the ledger: name, phase, stopped."""
        entries = await self.ledger.entries(conversation_id)
        return [(entry.tool.name, str(entry.tool.phase), entry.stopped) for entry in entries]


@asynccontextmanager
async def open_rig(mode: Mode) -> AsyncIterator[Rig]:
    """A rig of that mode; nothing of it stays behind."""
    async with AsyncExitStack() as stack:
        bus = _fake_bus(stack) if mode == "mock" else _real_bus(stack)
        ledger = await _postgres(stack) if mode == "real" else MemoryLedger()
        server = await stack.enter_async_context(serve())
        server.speak_websocket(MAX_FRAME)
        http = await stack.enter_async_context(http_client())
        doors, clock, gate, trace = Doors(), ManualClock(), Gate(), Trace()
        around = LedgerAround(ledger, doors)
        gates: defaultdict[str, Gate] = defaultdict(Gate)
        desk = Desk(
            ledger=around,
            bus=BusAround(bus, doors),
            model=ScriptedSpeaker(gate),
            parts=CalledParts(InProcess(_answers(), EXERCISES)),
            tokens=Tokens(b"the rig's", clock),
            gates=gates.__getitem__,
            new_id=seeded_ids(6),
            log=trace,
        )
        rig = Rig(desk, doors, ledger, around, clock, gate, gates.__getitem__, trace, server, http)
        try:
            yield rig
        finally:
            for endpoint in rig.endpoints:
                await endpoint.close()


def _answers() -> Path:
    return course_folder("solutions") / "interruptible_conversation"


def _fake_bus(stack: AsyncExitStack) -> Bus:
    redis = FakeAsyncRedis(server=FakeServer(), socket_timeout=None, max_connections=20_000)
    bus = RedisBus(redis)
    stack.push_async_callback(bus.close)
    return bus


def _real_bus(stack: AsyncExitStack) -> Bus:
    bus = open_bus(redis_url(), f"test-{secrets.token_hex(6)}:")
    stack.push_async_callback(bus.close)
    stack.push_async_callback(bus.drop)
    return bus


async def _postgres(stack: AsyncExitStack) -> Ledger:
    ledger = PostgresLedger(postgres_url(), f"koda_test_{secrets.token_hex(6)}")
    await ledger.open()
    stack.push_async_callback(ledger.close)
    stack.push_async_callback(ledger.drop)
    return ledger
