"""Processes that really die: the others go on, and nothing is done twice."""

import asyncio
import signal
from collections.abc import AsyncIterator, Mapping

import psycopg
import pytest

from labs.runtime.adapters.clocks import SystemClock
from labs.runtime.client import http_client
from labs.streaming_protocol.client import Client
from labs.streaming_protocol.tokens import OPERATOR, OWNER, Tokens
from tests.runtime.processes.rig import LISTENING, Ground, Process, Rig, fresh_ground

SECRET = "a secret of this test"
TEXT = "Search, then mail Ada, then export."


class Servers:
    """Processes of the third lab, and clients that talk to them."""

    def __init__(self, ground: Ground, rig: Rig) -> None:
        self.ground = ground
        self._rig = rig
        self._http = rig.http
        self._tokens = Tokens(SECRET.encode(), SystemClock())

    @property
    def environment(self) -> Mapping[str, str]:
        return self.ground.environment | {"KODA_SECRET": SECRET}

    async def run(self, *arguments: str, environment: Mapping[str, str] | None = None) -> Process:
        given = self.environment if environment is None else environment
        return await self._rig.start(*arguments, environment=given)

    async def serve(self, role: str = OWNER) -> tuple[Process, Client]:
        process = await self.run("serve", "--port", "0", "--pace", "20", "--lease", "1.5")
        url = (await process.said(LISTENING))[1]
        return process, Client(self._http, url, self._tokens.sign("ada", role))

    def deeds(self) -> list[str]:
        with psycopg.connect(self.ground.database_url) as conn:
            found = conn.execute("SELECT tool FROM koda.deeds ORDER BY receipt").fetchall()
        return [str(tool) for (tool,) in found]


@pytest.fixture
async def servers() -> AsyncIterator[Servers]:
    with fresh_ground() as ground:
        async with http_client() as http:
            rig = Rig(ground, http, "labs.streaming_protocol")
            try:
                yield Servers(ground, rig)
            finally:
                await rig.kill()
                ground.clear()


async def test_a_killed_process_s_response_goes_on_at_another(servers: Servers) -> None:
    (first, here), (second, there) = await asyncio.gather(servers.serve(), servers.serve())
    response_id = await here.create(TEXT)
    async with here.watch(response_id) as connection:
        seen = await connection.until("approval.required")
    await first.kill()
    await second.said(rf'{response_id}.*attempt 2.*"claimed"')
    assert await there.decide(seen[-1].data) == 200
    async with there.watch(response_id, seen[-1].seq) as connection:
        seen += await connection.rest()
    assert [event.seq for event in seen] == list(range(len(seen)))
    assert seen[-1].type == "response.completed"
    assert servers.deeds() == ["search", "mail", "export"]
    assert SECRET not in str(second)


async def test_a_click_elsewhere_is_heard_and_starts_no_second_generation(
    servers: Servers,
) -> None:
    (_, here), (_, there) = await asyncio.gather(servers.serve(), servers.serve())
    response_id = await here.create(TEXT)
    async with there.watch(response_id) as connection:
        seen = await connection.until("approval.required")
        assert await there.decide(seen[-1].data) == 200
        seen += await connection.rest()
    assert seen[-1].type == "response.completed"
    assert (await there.get(response_id))["attempt"] == 1
    assert servers.deeds() == ["search", "mail", "export"]


async def test_it_stops_politely_and_its_figures_are_read(servers: Servers) -> None:
    process, operator = await servers.serve(OPERATOR)
    assert (await operator.read("/metrics")).status_code == 200
    process.tell(signal.SIGTERM)
    assert await process.ended() == 0


@pytest.mark.parametrize("missing", ["KODA_SECRET", "REDIS_URL", "DATABASE_URL"])
async def test_what_is_missing_is_named(servers: Servers, missing: str) -> None:
    given = {name: url for name, url in servers.environment.items() if name != missing}
    process = await servers.run("serve", environment=given)
    assert await process.ended() == 2
    (said,) = process.lines
    assert said.startswith(f"{missing} is not set")
