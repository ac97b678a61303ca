"""What a test of processes begins with: services of its own, and nothing running yet."""

from collections.abc import AsyncIterator, Iterator

import pytest

from labs.runtime.client import http_client
from tests.runtime.processes.rig import Ground, Rig, fresh_ground


@pytest.fixture(scope="session")
def own_ground() -> Iterator[Ground]:
    with fresh_ground() as ground:
        yield ground
        ground.clear()


@pytest.fixture
def ground(own_ground: Ground) -> Ground:
    own_ground.clear()
    return own_ground


@pytest.fixture
async def rig(ground: Ground) -> AsyncIterator[Rig]:
    async with http_client() as http:
        rig = Rig(ground, http)
        try:
            yield rig
        finally:
            await rig.kill()
