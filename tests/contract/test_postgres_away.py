"""What the Postgres store does when the server is away, silent or slow, and what it leaves behind.

Trouble on the way is made by a `Line` between the store and the real server.
"""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, suppress
from urllib.parse import urlsplit

import psycopg
import pytest

from labs.runtime.adapters.postgres_store import PostgresStore
from labs.runtime.ports import Unavailable
from tests.contract.conftest import fresh_postgres, opened
from tests.contract.stored import NEW, PENDING, look
from tests.services import postgres_url

SHORT = 0.6
"""Patience, in seconds, of stores that are to lose it."""


class Line:
    """A TCP line to a server, which can be cut, closed to newcomers and held."""

    def __init__(self, host: str, port: int) -> None:
        self.port = 0
        self.accepts = True
        self._server = (host, port)
        self._flows = asyncio.Event()
        self._flows.set()
        self._calls: set[asyncio.Task[None]] = set()

    async def cut(self) -> None:
        """Hang up on everybody."""
        for call in self._calls:
            call.cancel()
        await asyncio.gather(*self._calls, return_exceptions=True)

    def hold(self) -> None:
        """Let nothing through, and tell nobody."""
        self._flows.clear()

    def resume(self) -> None:
        self._flows.set()

    async def serve(self) -> AsyncIterator[None]:
        listener = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = listener.sockets[0].getsockname()[1]
        async with listener:
            yield
        await self.cut()

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        call = asyncio.create_task(self._call(reader, writer))
        self._calls.add(call)
        call.add_done_callback(self._calls.discard)

    async def _call(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if self.accepts:
                await self._join(reader, writer)
        finally:
            await _close(writer)

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(*self._server)
        try:
            ways = self._carry(reader, back), self._carry(there, writer)
            await asyncio.gather(*ways)
        finally:
            await _close(back)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            await self._flows.wait()
            writer.write(data)
            await writer.drain()
        writer.close()


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


@pytest.fixture
async def line() -> AsyncIterator[Line]:
    parts = urlsplit(postgres_url())
    line = Line(parts.hostname or "localhost", parts.port or 5432)
    async for _ in line.serve():
        yield line


@pytest.fixture
async def distant(line: Line, schema: str) -> AsyncIterator[PostgresStore]:
    """A store at the other end of the line, with several connections open."""
    parts = urlsplit(postgres_url())
    login = parts.netloc.rpartition("@")[0]
    url = parts._replace(netloc=f"{login}@127.0.0.1:{line.port}").geturl()
    async with opened(PostgresStore(url, schema, patience=SHORT)) as store:
        await asyncio.gather(*(store.ping() for _ in range(50)))
        yield store
        line.accepts = True
        line.resume()
        await store.drop()


@pytest.fixture
def deaf() -> Iterator[str]:
    """The address of a port at which nobody listens, kept so for the test."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield f"127.0.0.1:{taken.getsockname()[1]}"


async def test_where_nobody_listens_it_is_unavailable(
    deaf: str, capfd: pytest.CaptureFixture[str]
) -> None:
    store = PostgresStore(f"postgresql://me:s3cret@{deaf}/postgres")
    for attempt in (store.open, store.probe, store.open):
        with pytest.raises(Unavailable) as caught:
            await attempt()
        assert str(caught.value) == f"the store, Postgres at {deaf}, cannot be reached"
        assert "s3cret" not in str(caught.value.__cause__)
    await store.close()
    assert capfd.readouterr() == ("", "")


async def test_a_server_that_says_nothing_is_unavailable(line: Line) -> None:
    line.hold()
    store = PostgresStore(f"postgresql://postgres@127.0.0.1:{line.port}/postgres")
    async with asyncio.timeout(10):
        with pytest.raises(Unavailable):
            await store.open()


async def test_a_server_that_falls_silent_is_unavailable_until_it_speaks(
    line: Line, distant: PostgresStore
) -> None:
    line.hold()
    async with asyncio.timeout(10):
        answers = await asyncio.gather(
            *(distant.create(NEW, 0) for _ in range(3)), return_exceptions=True
        )
    assert {type(answer) for answer in answers} == {Unavailable}
    line.resume()
    await distant.ping()


async def test_a_restart_between_calls_goes_unnoticed(line: Line, distant: PostgresStore) -> None:
    await line.cut()
    await asyncio.gather(*(distant.ping() for _ in range(20)))
    await line.cut()
    assert await distant.create(NEW, 0)


async def test_once_the_server_is_back_so_is_the_store(line: Line, distant: PostgresStore) -> None:
    line.accepts = False
    await line.cut()
    for _ in range(3):
        with pytest.raises(Unavailable):
            await distant.ping()
    line.accepts = True
    assert await distant.create(NEW, 0)


async def test_nothing_is_said_beside_where_logging_is_not_set_up(
    line: Line,
    distant: PostgresStore,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    line.accepts = False
    await line.cut()
    with monkeypatch.context() as unset:
        unset.setattr(logging.getLogger(), "handlers", [])
        with pytest.raises(Unavailable):
            await distant.ping()
    assert capfd.readouterr() == ("", "")


async def test_what_waits_too_long_for_a_row_is_unavailable_and_not_done_later(
    distant: PostgresStore, schema: str
) -> None:
    assert await distant.create(NEW, 0)
    async with await psycopg.AsyncConnection.connect(postgres_url()) as other:
        await other.execute(f"SELECT FROM {schema}.runs FOR UPDATE")
        with pytest.raises(Unavailable):
            await distant.merge(NEW.id, "given up", PENDING)
    assert await distant.merge(NEW.id, "more", PENDING)
    assert (await look(distant)).run.inputs == ("hello", "more")


async def test_many_processes_open_a_schema_at_once(schema: str) -> None:
    async with AsyncExitStack() as stack:
        stores = [PostgresStore(postgres_url(), schema) for _ in range(8)]
        await asyncio.gather(*(stack.enter_async_context(opened(store)) for store in stores))
        stack.push_async_callback(stores[0].drop)
        assert await stores[1].create(NEW, 0)
        assert await stores[7].run(NEW.id)


async def test_opening_again_keeps_what_is_there(schema: str) -> None:
    async with fresh_postgres(schema) as first:
        assert await first.create(NEW, 0)
        async with opened(PostgresStore(postgres_url(), schema)) as second:
            assert await second.run(NEW.id)


async def test_nothing_is_left_behind(schema: str) -> None:
    tasks = asyncio.all_tasks()
    store = PostgresStore(postgres_url(), schema)
    await store.open()
    await asyncio.gather(*(store.ping() for _ in range(20)))
    await store.drop()
    await store.close()
    assert asyncio.all_tasks() == tasks
    async with await psycopg.AsyncConnection.connect(postgres_url()) as conn:
        found = await conn.execute("SELECT FROM pg_namespace WHERE nspname = %s", [schema])
        assert await found.fetchall() == []


async def test_probing_creates_nothing(schema: str) -> None:
    await PostgresStore(postgres_url(), schema).probe()
    async with await psycopg.AsyncConnection.connect(postgres_url()) as conn:
        found = await conn.execute("SELECT FROM pg_namespace WHERE nspname = %s", [schema])
        assert await found.fetchall() == []


@pytest.mark.parametrize(
    "url",
    [
        "postgres//me:s3cret@host/name",
        "postgresql://me:s3/cret@host/name",
        "postgresql://me:3/s3cret@host/name",
        "postgresql://me:s3@cret@host/name",
        "host=h password='s3cret",
    ],
)
def test_an_address_that_cannot_be_read_is_not_repeated(url: str) -> None:
    with pytest.raises(ValueError, match="not the address") as caught:
        PostgresStore(url)
    assert "s3" not in str(caught.value)
    assert caught.value.__cause__ is None


@pytest.mark.parametrize("name", ["", "Koda", "a-b", 'a"; DROP', "1a"])
def test_a_schema_has_a_plain_name(name: str) -> None:
    with pytest.raises(ValueError, match="schema"):
        PostgresStore("postgresql://h/d", name)
