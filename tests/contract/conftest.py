"""What the contract suites run on: every adapter of a port, one after the other."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from labs.interruptible_conversation.adapters.memory_ledger import MemoryLedger
from labs.interruptible_conversation.adapters.postgres_ledger import PostgresLedger
from labs.interruptible_conversation.ledger import Ledger
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


@pytest.fixture(params=["memory", "postgres"])
async def ledger(request: pytest.FixtureRequest, schema: str) -> AsyncIterator[Ledger]:
    if request.param == "memory":
        yield MemoryLedger()
        return
    async with opened_ledger(schema) as postgres:
        try:
            yield postgres
        finally:
            await postgres.drop()


@pytest.fixture
async def other(ledger: Ledger, schema: str) -> AsyncIterator[Ledger]:
    """The same ledger, as another process sees it."""
    if isinstance(ledger, MemoryLedger):
        yield ledger
        return
    async with opened_ledger(schema) as postgres:
        yield postgres


@asynccontextmanager
async def opened_ledger(schema: str) -> AsyncIterator[PostgresLedger]:
    """A ledger in that schema, open for a while; what it keeps stays."""
    ledger = PostgresLedger(postgres_url(), schema)
    await ledger.open()
    try:
        yield ledger
    finally:
        await ledger.close()
