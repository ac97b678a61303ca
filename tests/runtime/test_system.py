"""The system as it is wired: a mock one has room for a crowd too."""

from contextlib import AsyncExitStack

from labs.course import course_folder
from labs.runtime.parts import LocalParts
from labs.runtime.system import open_site, open_system
from tests.runtime.raw import asked

CROWD = 150
"""More than a driver's pool has connections unless it is told otherwise."""


async def test_a_mock_system_serves_more_waiters_than_a_pool_has_by_default() -> None:
    parts = LocalParts(course_folder("solutions") / "run_state_machine")
    async with open_site(None) as site, open_system(site, parts, seed=1) as system:
        system.gate.allow(0)
        sent = await system.client.send("s", "hi")
        async with AsyncExitStack() as stack:
            path = f"/runs/{sent.run_id}/events"
            for _ in range(CROWD):
                line = await stack.enter_async_context(asked(system.client.url, path))
                await line.head()
            await system.trace.until(lambda r: r.what == "attached", count=CROWD)
            assert system.gateway.waiters == CROWD
            system.gate.open()
            await system.trace.until(lambda r: r.what == "left", count=CROWD)
        ends = [r for r in system.trace.of("gateway", "sent") if r.detail == "waiter 1"]
        assert len(system.trace.of("gateway", "sent")) == CROWD * len(ends)
