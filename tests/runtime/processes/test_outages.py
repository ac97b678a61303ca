"""Redis or Postgres going away in mid-run and coming back, seen by everybody who needs them.

Gateway and worker run here, on the machine's own clock, but reach the services through proxies.
"""

import asyncio
import uuid
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

import httpx
import pytest

from labs.course import course_folder
from labs.runtime.adapters.clocks import SystemClock
from labs.runtime.adapters.postgres_store import PostgresStore
from labs.runtime.adapters.services import open_bus
from labs.runtime.client import Client, Event, http_client
from labs.runtime.gateway import Gateway
from labs.runtime.model import Gate, ScriptedModel
from labs.runtime.moves import Machine
from labs.runtime.parts import LocalParts, find_parts
from labs.runtime.ports import DONE
from labs.runtime.server import serve
from labs.runtime.trace import Log, Trace
from labs.runtime.waiter import Bounds
from labs.runtime.worker import Habits, Worker
from tests.runtime.processes.proxy import Proxy, proxied
from tests.runtime.processes.rig import GUARD, Ground
from tests.runtime.processes.test_takeover import ANSWER, MESSAGE, answer

Service = Literal["bus", "store"]
BOTH: Sequence[Service] = ("bus", "store")
SHORT = timedelta(milliseconds=300)
PATIENCE = 0.6
LEASE = timedelta(seconds=1)
PARTS = LocalParts(find_parts(course_folder("solutions")))


@dataclass(frozen=True)
class Lab:
    """A gateway, and workers when a test wants them, on lines that it can spoil."""

    client: Client
    http: httpx.AsyncClient
    lines: Mapping[Service, Proxy]
    gate: Gate
    trace: Trace
    machine: Machine
    workers: list[asyncio.Task[None]]

    def work(self, machine: Machine | None = None) -> None:
        """Start a worker."""
        name, model = f"worker-{uuid.uuid4().hex}", ScriptedModel(0, self.gate)
        worker = Worker(machine or self.machine, model, name, Habits(lease=LEASE))
        self.workers.append(asyncio.create_task(worker.run()))

    async def stop_workers(self) -> None:
        assert not any(worker.done() for worker in self.workers)
        await stop(self.workers)
        self.workers.clear()

    async def post(self, session: str) -> httpx.Response:
        url = f"{self.client.url}/sessions/{session}/messages"
        return await self.http.post(url, json={"text": MESSAGE})

    async def waited(self, service: Service, run_id: str = "", count: int = 1) -> None:
        """Wait until a worker has found that often that the service is away."""
        await self.trace.until(
            lambda r: (r.what, r.run_id, r.detail) == ("waits", run_id, service), count
        )

    async def missing(self) -> object:
        """What the gateway says is missing."""
        response = await self.http.get(f"{self.client.url}/healthz")
        body = response.json()
        assert response.status_code == (503 if body["missing"] else 200)
        return body["missing"]

    async def attempt(self, run_id: str) -> int:
        stored = await self.machine.store.run(run_id)
        assert stored is not None
        return stored.run.attempt


class Reader:
    """A client that comes back with its last id whenever its stream ends too early."""

    def __init__(self, lab: Lab, run_id: str) -> None:
        self._lab = lab
        self._run_id = run_id
        self.seen: list[Event] = []

    async def read(self, upto: int | None = None) -> str | None:
        """Connect and read on; the code of the error that ended the stream."""
        last = str(self.seen[-1].seq) if self.seen else None
        async with self._lab.client.watch(self._run_id, last) as events:
            return await self.read_from(events, upto)

    async def read_from(
        self, events: AsyncGenerator[Event, None], upto: int | None = None
    ) -> str | None:
        async for event in events:
            if event.kind == "error":
                return str(event.data["code"])
            self.seen.append(event)
            if len(self.seen) == upto:
                break
        return None

    async def read_to_the_end(self) -> None:
        while not self.seen or self.seen[-1].kind != DONE:
            await self.read()

    def check(self, status: str = "done") -> None:
        """Every fragment once, and a whole answer."""
        assert [e.seq for e in self.seen] == list(range(len(self.seen)))
        assert self.seen[-1].data == {"status": status}
        assert answer(self.seen) == ANSWER


@asynccontextmanager
async def open_lab(ground: Ground) -> AsyncIterator[Lab]:
    """A lab without a worker yet. Afterwards nothing of it runs and nobody is connected."""
    before = running()
    trace, gate, workers = Trace(), Gate(), list[asyncio.Task[None]]()
    async with asyncio.timeout(GUARD), AsyncExitStack() as stack:
        parts, lines = await stack.enter_async_context(open_machine(ground, trace))
        server = await stack.enter_async_context(serve())
        http = await stack.enter_async_context(http_client())
        gateway = Gateway(parts, lambda: uuid.uuid4().hex, Bounds(missing=SHORT, idle=SHORT))
        client = Client(http, server.mount("lab", gateway.app()))
        stack.push_async_callback(stop, workers)
        lab = Lab(client, http, lines, gate, trace, parts, workers)
        yield lab
        while gateway.waiters:
            await trace.until(lambda _: not gateway.waiters)
        await lab.stop_workers()
    assert running() == before


async def stop(workers: Sequence[asyncio.Task[None]]) -> None:
    for worker in workers:
        worker.cancel()
    await asyncio.gather(*workers, return_exceptions=True)


@asynccontextmanager
async def open_machine(
    ground: Ground, log: Log
) -> AsyncIterator[tuple[Machine, Mapping[Service, Proxy]]]:
    """The services of the ground, behind proxies that nobody is connected to at the end."""
    async with (
        proxied(ground.redis_url, 6379) as (bus_line, redis_url),
        proxied(ground.database_url, 5432) as (store_line, database_url),
    ):
        bus = open_bus(redis_url, patience=PATIENCE)
        store = PostgresStore(database_url, patience=PATIENCE)
        await store.open()
        lines: Mapping[Service, Proxy] = {"bus": bus_line, "store": store_line}
        try:
            yield Machine(store, bus, SystemClock(), PARTS, log), lines
        finally:
            await bus.close()
            await store.close()
        for line in lines.values():
            await line.mend()  # a silent line does not notice who has left it
            await line.deserted()


def running() -> set[object]:
    """The tasks of this loop, but for the one that sse-starlette keeps on every loop."""
    return {t for t in asyncio.all_tasks() if "_shutdown_watcher" not in repr(t.get_coro())}


@pytest.mark.parametrize("service", BOTH)
async def test_a_service_goes_and_comes_back(ground: Ground, service: Service) -> None:
    async with open_lab(ground) as lab:
        lab.work()
        lab.gate.allow(6)
        run_id = (await lab.client.send("s", MESSAGE)).run_id
        reader = Reader(lab, run_id)
        async with lab.client.watch(run_id) as events:
            await reader.read_from(events, 6)
            await lab.lines[service].cut()
            assert await reader.read_from(events) == f"{service}_unavailable"

        refusal = await lab.post("other")
        assert (refusal.status_code, refusal.json()["missing"]) == (503, service)
        assert "cannot be reached" in refusal.json()["error"]
        assert await lab.missing() == [service]
        assert await reader.read() == f"{service}_unavailable"

        await lab.lines[service].mend()
        lab.gate.open()
        await reader.read_to_the_end()
        reader.check()
        assert await lab.attempt(run_id) == 1
        assert await lab.missing() == []
        after = Reader(lab, (await lab.client.send("other", MESSAGE)).run_id)
        await after.read_to_the_end()
        after.check()


async def test_without_the_bus_a_run_goes_on_and_is_read_from_the_store(ground: Ground) -> None:
    async with open_lab(ground) as lab:
        lab.work()
        lab.gate.allow(6)
        run_id = (await lab.client.send("s", MESSAGE)).run_id
        reader = Reader(lab, run_id)
        await reader.read(6)
        await lab.lines["bus"].cut()
        lab.gate.open()
        await reader.read_to_the_end()
        reader.check()
        assert await lab.attempt(run_id) == 1


async def test_without_the_bus_a_dead_workers_run_is_taken_over(ground: Ground) -> None:
    async with open_lab(ground) as lab:
        lab.work()
        lab.gate.allow(6)
        run_id = (await lab.client.send("s", MESSAGE)).run_id
        reader = Reader(lab, run_id)
        await reader.read(6)
        await lab.lines["bus"].cut()
        lab.workers.pop().cancel()
        lab.gate.open()
        lab.work()
        await reader.read_to_the_end()
        reader.check()
        assert await lab.attempt(run_id) == 2


async def test_a_store_that_is_away_longer_than_a_lease_costs_no_attempt(ground: Ground) -> None:
    async with open_lab(ground) as lab:
        lab.work()
        lab.gate.allow(6)
        run_id = (await lab.client.send("s", MESSAGE)).run_id
        reader = Reader(lab, run_id)
        await reader.read(6)
        stored = await lab.machine.store.run(run_id)
        assert stored is not None
        assert stored.deadline is not None
        await lab.lines["store"].cut()
        lab.gate.open()
        while lab.machine.clock.now() < stored.deadline + LEASE / 2:
            await lab.waited("store", run_id, count=len(lab.trace.of("worker", "waits")) + 1)
        await lab.lines["store"].mend()
        await reader.read_to_the_end()
        reader.check()
        assert await lab.attempt(run_id) == 1


@pytest.mark.parametrize("service", BOTH)
async def test_a_service_falls_silent_and_speaks_again(ground: Ground, service: Service) -> None:
    async with open_lab(ground) as lab:
        lab.work()
        lab.gate.allow(6)
        run_id = (await lab.client.send("s", MESSAGE)).run_id
        reader = Reader(lab, run_id)
        async with lab.client.watch(run_id) as events:
            await reader.read_from(events, 6)
            lab.lines[service].freeze()
            refusal = await lab.post("other")
            assert (refusal.status_code, refusal.json()["missing"]) == (503, service)
            assert await lab.missing() == [service]
            lab.gate.allow(1)
            # A silent bus is not missed: the store has the next fragment. A silent store is.
            code = await reader.read_from(events, 7)
            assert code == (None if service == "bus" else "store_unavailable")
        await lab.lines[service].mend()
        lab.gate.open()
        await reader.read_to_the_end()
        reader.check()
        assert await lab.attempt(run_id) == 1


async def test_a_silent_bus_costs_no_attempt_where_others_hear_well(ground: Ground) -> None:
    async with open_lab(ground) as lab, open_machine(ground, Trace()) as (rival, _):
        lab.work()
        lab.gate.allow(6)
        run_id = (await lab.client.send("s", MESSAGE)).run_id
        reader = Reader(lab, run_id)
        await reader.read(6)
        lab.lines["bus"].freeze()
        lab.work(rival)
        await lab.waited("bus", count=3)
        lab.gate.open()
        await reader.read_to_the_end()
        reader.check()
        assert await lab.attempt(run_id) == 1
        await lab.stop_workers()


async def test_a_write_whose_answer_is_lost_is_not_written_twice(ground: Ground) -> None:
    async with open_lab(ground) as lab:
        lab.work()
        lab.gate.allow(6)
        run_id = (await lab.client.send("s", MESSAGE)).run_id
        reader = Reader(lab, run_id)
        await reader.read(6)
        lab.lines["store"].hush()
        lab.gate.allow(1)
        await lab.waited("store", run_id)
        await lab.lines["store"].mend()
        lab.gate.open()
        await reader.read_to_the_end()
        reader.check()
        assert lab.trace.of("worker", "looked again")
        assert await lab.attempt(run_id) == 1


async def test_a_message_whose_answer_is_lost_may_have_been_accepted(ground: Ground) -> None:
    async with open_lab(ground) as lab:
        lab.lines["store"].hush()
        refusal = await lab.post("s")
        assert refusal.status_code == 503
        assert "nothing was changed" not in refusal.json()["error"]
        # psycopg leaves a connection attempt that timed out to the garbage collector.
        await lab.lines["store"].cut()


async def test_work_that_redis_forgot_is_found_in_the_store(ground: Ground) -> None:
    async with open_lab(ground) as lab:
        run_id = (await lab.client.send("s", MESSAGE)).run_id
        reader = Reader(lab, run_id)
        async with lab.client.watch(run_id) as events:
            await lab.trace.until(lambda r: r.what == "attached")
            ground.forget()
            lab.work()
            await reader.read_from(events)
        reader.check()


async def test_work_taken_while_the_store_is_away_is_done_later(ground: Ground) -> None:
    async with open_lab(ground) as lab:
        run_id = (await lab.client.send("s", MESSAGE)).run_id
        await lab.lines["store"].cut()
        lab.work()
        await lab.waited("store", count=2)
        await lab.lines["store"].mend()
        reader = Reader(lab, run_id)
        await reader.read_to_the_end()
        reader.check()
        assert await lab.attempt(run_id) == 1


async def test_whatever_was_accepted_in_unsteady_times_ends(ground: Ground) -> None:
    async with open_lab(ground) as lab:
        lab.work()
        lab.work()
        accepted: list[str] = []
        for round_number in range(6):
            line = lab.lines[BOTH[round_number % 2]]
            posts = asyncio.gather(*(lab.post(f"s{round_number}-{i}") for i in range(3)))
            await line.cut()
            answers = await posts
            await line.mend()
            answers.append(await lab.post(f"s{round_number}"))
            assert {a.status_code for a in answers} <= {202, 503}
            assert answers[-1].status_code == 202
            accepted += [a.json()["run_id"] for a in answers if a.status_code == 202]
        readers = [Reader(lab, run_id) for run_id in accepted]
        await asyncio.gather(*(reader.read_to_the_end() for reader in readers))
        for reader in readers:
            reader.check()
