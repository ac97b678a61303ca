"""The outside, on each adapter: it does what it is asked, and knows what it has done."""

import secrets
from collections.abc import AsyncIterator

import pytest

from labs.streaming_protocol.adapters.postgres_outside import PostgresOutside
from labs.streaming_protocol.outside import MemoryOutside, Outside, ToolFailed
from tests.services import postgres_url


@pytest.fixture(params=["memory", "postgres"])
async def outside(request: pytest.FixtureRequest) -> AsyncIterator[Outside]:
    if request.param == "memory":
        yield MemoryOutside()
        return
    postgres = PostgresOutside(postgres_url(), f"koda_test_{secrets.token_hex(6)}")
    await postgres.open()
    try:
        yield postgres
    finally:
        await postgres.drop()
        await postgres.close()


async def test_what_was_done_can_be_found_by_its_operation(outside: Outside) -> None:
    assert await outside.find("r1/0") is None
    receipt = await outside.perform("r1/0", "mail", {"to": "ada@example.org"})
    assert receipt == {"receipt": 1}
    assert await outside.find("r1/0") == receipt
    assert await outside.find("r1/1") is None


async def test_it_guards_against_nothing_and_finds_the_first(outside: Outside) -> None:
    first = await outside.perform("r1/0", "mail", {})
    second = await outside.perform("r1/0", "mail", {})
    assert first != second
    assert await outside.find("r1/0") == first


async def test_what_failed_was_not_done(outside: Outside) -> None:
    with pytest.raises(ToolFailed, match="unreachable"):
        await outside.perform("r1/0", "search", {"query": "unreachable"})
    assert await outside.find("r1/0") is None
