"""The system as real processes: it answers, outlives a gateway, stops politely, explains."""

import asyncio
import re
import signal
import socket
from collections.abc import Awaitable, Callable, Iterator

import httpx
import pytest

from labs.runtime.client import Client, Event
from labs.runtime.ports import DELTA, DONE
from tests.runtime.processes.rig import GUARD, Process, Rig
from tests.runtime.processes.test_takeover import ANSWER, MESSAGE, answer


async def whole(client: Client, run_id: str) -> list[Event]:
    async with asyncio.timeout(GUARD), client.watch(run_id) as events:
        return [event async for event in events]


async def watch(
    client: Client, run_id: str, seen: list[Event], then: Callable[[], Awaitable[None]]
) -> None:
    """Add to `seen` what comes; do that once five have come."""
    async with asyncio.timeout(GUARD), client.watch(run_id) as events:
        async for event in events:
            seen.append(event)
            if len(seen) == 5:
                await then()


async def test_a_round_trip_through_two_gateways_and_two_workers(rig: Rig) -> None:
    here, there = await asyncio.gather(rig.gateway(), rig.gateway())
    workers = await rig.workers(2)
    sessions = [f"s{n}" for n in range(4)]
    accepted = await asyncio.gather(*(here.client.send(s, MESSAGE) for s in sessions))
    runs = [a.run_id for a in accepted]
    seen_here = asyncio.gather(*(whole(here.client, run_id) for run_id in runs))
    seen_there = asyncio.gather(*(whole(there.client, run_id) for run_id in runs))

    assert await seen_here == await seen_there
    for events in await seen_there:
        assert [e.seq for e in events] == list(range(len(events)))
        assert {e.kind for e in events[:-1]} == {DELTA}
        assert events[-1].data == {"status": "done"}
        assert answer(events) == ANSWER
    claims = [line for worker in workers for line in worker.lines if "claimed" in line]
    assert sorted(claims) == sorted(f"worker claimed {run_id}: attempt 1" for run_id in runs)


async def test_a_gateway_dies_and_its_client_goes_on_at_another(rig: Rig) -> None:
    first, second = await asyncio.gather(rig.gateway(), rig.gateway())
    await rig.workers(1)
    run_id = (await first.client.send("s", MESSAGE)).run_id
    seen: list[Event] = []
    with pytest.raises(httpx.TransportError):
        await watch(first.client, run_id, seen, then=first.process.kill)
    assert DONE not in {e.kind for e in seen}
    last = str(seen[-1].seq)
    async with asyncio.timeout(GUARD), second.client.watch(run_id, last) as events:
        seen += [event async for event in events]

    assert [e.seq for e in seen] == list(range(len(seen)))
    assert seen[-1].data == {"status": "done"}
    assert answer(seen) == ANSWER


async def test_both_roles_stop_politely_in_the_middle_of_a_run(rig: Rig) -> None:
    gateway = await rig.gateway()
    (worker,) = await rig.workers(1)
    run_id = (await gateway.client.send("s", MESSAGE)).run_id
    seen: list[Event] = []

    async def stop() -> None:
        worker.tell(signal.SIGTERM)
        gateway.process.tell(signal.SIGTERM)

    await watch(gateway.client, run_id, seen, then=stop)
    assert {e.kind for e in seen[:-1]} == {DELTA}
    assert seen[-1] == Event(None, "error", {"code": "gateway_stopping"})
    for process in (gateway.process, worker):
        await stopped_politely(process)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_both_roles_stop_politely_when_idle(rig: Rig, number: signal.Signals) -> None:
    gateway = (await rig.gateway()).process
    (worker,) = await rig.workers(1)
    await worker.said("worker started")
    for process in (gateway, worker):
        process.tell(number)
        await stopped_politely(process)


async def stopped_politely(process: Process) -> None:
    assert await process.ended() == 0, str(process)
    assert not re.search("traceback|exception|error", str(process), re.IGNORECASE), str(process)


@pytest.fixture
def deaf() -> Iterator[str]:
    """The address of a port at which nobody listens, kept so for the test."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield f"127.0.0.1:{taken.getsockname()[1]}"


ROLES = pytest.mark.parametrize("role", ["gateway", "worker"])


async def refused(rig: Rig, *arguments: str, environment: dict[str, str]) -> str:
    """The one line in which a process says why it does not start."""
    async with asyncio.timeout(10):
        process = await rig.start(*arguments, environment=environment)
        assert await process.ended() == 2, str(process)
    (line,) = process.lines
    return line


@ROLES
@pytest.mark.parametrize("missing", ["REDIS_URL", "DATABASE_URL"])
async def test_without_an_address_it_says_which_one(rig: Rig, role: str, missing: str) -> None:
    environment = {**rig.ground.environment}
    del environment[missing]
    line = await refused(rig, role, environment=environment)
    assert line.startswith(f"{missing} is not set, as in {missing}=")


@ROLES
@pytest.mark.parametrize(
    ("variable", "service", "login"),
    [("REDIS_URL", "bus", "redis://:s3cret@"), ("DATABASE_URL", "store", "postgres://u:s3cret@")],
)
async def test_without_a_service_it_says_which_one_and_where(
    rig: Rig, deaf: str, role: str, variable: str, service: str, login: str
) -> None:
    environment = {**rig.ground.environment, variable: f"{login}{deaf}"}
    line = await refused(rig, role, environment=environment)
    assert line.startswith(f"{role}: ")
    assert service in line
    assert deaf in line
    assert "s3cret" not in line


@pytest.mark.parametrize("variable", ["REDIS_URL", "DATABASE_URL"])
@pytest.mark.parametrize("url", ["http://u:s3cret@host", "redis://:s3/cret@host", "nothing"])
async def test_an_address_that_is_none_is_refused_and_not_repeated(
    rig: Rig, variable: str, url: str
) -> None:
    line = await refused(rig, "worker", environment={**rig.ground.environment, variable: url})
    assert line.startswith("worker: this is not the address of a ")
    assert "s3" not in line


async def test_parts_that_are_not_there_are_named(rig: Rig) -> None:
    line = await refused(rig, "worker", "--parts", "/none", environment=rig.ground.environment)
    assert line == "worker: /none/state.py is missing"
