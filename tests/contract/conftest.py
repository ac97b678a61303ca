"""What the contract suites run on: every adapter of a port, one after the other."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from labs.runtime.adapters.memory_store import MemoryStore
from labs.runtime.adapters.postgres_store import PostgresStore
from labs.runtime.ports import Bus, Store
from tests.contract.bus_fixtures import BUSES, Behind
from tests.services import postgres_url


def new_schema() -> str:
    return f"koda_test_{secrets.token_hex(6)}"


@asynccontextmanager
async def opened(store: PostgresStore) -> AsyncIterator[PostgresStore]:
    """The store, open for a while; what it keeps stays."""
    await store.open()
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def fresh_postgres(schema: str) -> AsyncIterator[PostgresStore]:
    """A store in a schema of its own, of which nothing is left afterwards."""
    async with opened(PostgresStore(postgres_url(), schema)) as store:
        try:
            yield store
        finally:
            await store.drop()


@pytest.fixture
def schema() -> str:
    return new_schema()


@pytest.fixture(params=["memory", "postgres"])
async def store(request: pytest.FixtureRequest, schema: str) -> AsyncIterator[Store]:
    if request.param == "memory":
        yield MemoryStore()
    else:
        async with fresh_postgres(schema) as postgres:
            yield postgres


@pytest.fixture
async def peer(store: Store, schema: str) -> AsyncIterator[Store]:
    """The same store, as another process sees it."""
    if isinstance(store, MemoryStore):
        yield store
        return
    async with opened(PostgresStore(postgres_url(), schema)) as other:
        yield other


@pytest.fixture(params=list(BUSES))
async def behind(request: pytest.FixtureRequest) -> AsyncIterator[Behind]:
    async with BUSES[request.param]() as behind:
        yield behind


@pytest.fixture
def bus(behind: Behind) -> Bus:
    return behind.bus
