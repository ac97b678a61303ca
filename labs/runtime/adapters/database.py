"""A pool of connections to one schema of a Postgres database.

Knows psycopg and what can go wrong on the way to a server. Must not know what is kept there.
Promises: no call outlasts its patience with a server that is away or silent; all such trouble is
`Unavailable`, which names the address and never the password; what Postgres cannot keep is a
`ValueError`; and once the server is back, so is the pool.
"""

import asyncio
import logging
import re
import selectors
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    asynccontextmanager,
    contextmanager,
    suppress,
)
from typing import TypeVar

from psycopg import AsyncConnection, DataError, InterfaceError, OperationalError, ProgrammingError
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.errors import UniqueViolation
from psycopg.rows import BaseRowFactory
from psycopg_pool import AsyncConnectionPool

from labs.runtime.adapters.cancels import heeded
from labs.runtime.ports import Unavailable

# `Unavailable` says what psycopg would say on standard error when nobody has set up logging.
logging.getLogger("psycopg").addHandler(logging.NullHandler())

T = TypeVar("T")


class Database:
    """Runs single statements, each a transaction of its own. Nothing works before `open`."""

    def __init__(self, url: str, *, schema: str, patience: float) -> None:
        if not re.fullmatch(r"[a-z_][a-z0-9_]*", schema):
            raise ValueError(f"a schema cannot be named {schema!r} here")
        self.address, self._target = _parse(url, schema, timeout=patience * 2 / 3)
        self._schema = schema
        self._patience = patience
        self._pool = AsyncConnectionPool(
            self._target,
            kwargs={"autocommit": True},
            min_size=1,
            max_size=10,
            timeout=patience * 2 / 3,
            # Soon given up, so that the next call tries afresh; the default waits longer each time.
            reconnect_timeout=patience / 3,
            check=self._notice_hangup,
            open=False,
        )

    async def open(self, tables: str) -> None:
        """Create the schema and the tables where they are missing; many may do so at once."""
        async with self._own_connection() as conn:
            await conn.execute(f"SELECT pg_advisory_xact_lock(hashtext('{self._schema}'))")
            await conn.execute(f"CREATE SCHEMA IF NOT EXISTS {self._schema}; {tables}")
            await conn.commit()
        await self._pool.open()

    async def probe(self) -> None:
        """Return if the server answers; opens nothing."""
        async with self._own_connection() as conn:
            await conn.execute("SELECT 1")

    async def drop(self) -> None:
        """Remove the schema and all that is in it."""
        await self.changed(f"DROP SCHEMA IF EXISTS {self._schema} CASCADE")

    @asynccontextmanager
    async def session(self) -> AsyncIterator["Session"]:
        """A connection of its own: what Postgres keeps for a session lasts as long as the block."""
        async with self._reaching():
            conn = await AsyncConnection.connect(self._target, autocommit=True)
        try:
            yield Session(conn, self._reaching, self._patience)
        finally:
            await conn.close()

    async def close(self) -> None:
        """Give back every connection."""
        await self._pool.close()

    async def rows(
        self, make: BaseRowFactory[T], statement: str, **parameters: object
    ) -> Sequence[T]:
        """Run a statement and return its rows; none if it was refused as a duplicate."""
        with suppress(UniqueViolation):
            async with self._connection() as conn, conn.cursor(row_factory=make) as cursor:
                await cursor.execute(statement, parameters)
                return await cursor.fetchall()
        return []

    async def changed(self, statement: str, **parameters: object) -> bool:
        """Run a statement and return whether it wrote anything; a duplicate is not written."""
        with suppress(UniqueViolation):
            async with self._connection() as conn:
                return (await conn.execute(statement, parameters)).rowcount > 0
        return False

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[AsyncConnection]:
        latest = asyncio.get_running_loop().time() + self._patience
        async with self._reaching(), self._pool.connection() as conn:
            with _cut_at(conn, latest):
                yield conn

    @asynccontextmanager
    async def _own_connection(self) -> AsyncIterator[AsyncConnection]:
        """One outside the pool: it fails at once when nobody listens; the pool would try again."""
        latest = asyncio.get_running_loop().time() + self._patience
        async with self._reaching(), await AsyncConnection.connect(self._target) as conn:
            with _cut_at(conn, latest):
                yield conn

    @asynccontextmanager
    async def _reaching(self) -> AsyncIterator[None]:
        try:
            with heeded():
                yield
        except (OperationalError, InterfaceError) as error:
            raise _unavailable(f"Postgres at {self.address}", error) from error
        except DataError as error:
            raise ValueError(f"Postgres cannot store this: {error}") from error

    async def _notice_hangup(self, conn: AsyncConnection) -> None:
        """Refuse a connection that the server has closed, mostly without a round trip to ask.

        An idle server has nothing to say: only if there is something to read, the line is suspect,
        and the other idle ones with it.
        """
        with selectors.DefaultSelector() as selector:
            selector.register(conn, selectors.EVENT_READ)
            if selector.select(0):
                await self._pool.drain()
                with _cut_at(conn, asyncio.get_running_loop().time() + self._patience / 3):
                    await AsyncConnectionPool.check_connection(conn)


class Session:
    """Runs statements on one connection, one at a time."""

    def __init__(
        self,
        conn: AsyncConnection,
        reaching: Callable[[], AbstractAsyncContextManager[None]],
        patience: float,
    ) -> None:
        self._conn = conn
        self._reaching = reaching
        self._patience = patience

    async def row(self, statement: str, **parameters: object) -> tuple[object, ...]:
        """Run a statement; its first row, or nothing at all."""
        latest = asyncio.get_running_loop().time() + self._patience
        async with self._reaching():
            with _cut_at(self._conn, latest):
                cursor = await self._conn.execute(statement, parameters)
                return (await cursor.fetchone() or ()) if cursor.description else ()


_FOR_NOW = re.compile("starting up|shutting down|recovery|too many|slots|not yet accepting")
_REFUSED = re.compile(r"FATAL:\s*(?P<said>[^\n]+)|(?P<option>invalid \w+ value|\bSSL\b)")


def _unavailable(address: str, error: Exception) -> Unavailable:
    """Whether the server is away, or answers and will not have us: then in its own words."""
    # Only of a connection that fails libpq does not tell the state.
    known = getattr(error, "sqlstate", None) is not None or _FOR_NOW.search(str(error))
    refused = None if known else _REFUSED.search(str(error))
    if refused is None:
        return Unavailable("store", address)
    if refused["option"]:
        return Unavailable("store", address, "refuses: an option is not for it", _CORRECT)
    return Unavailable("store", address, f"refuses: {refused['said']}", _CORRECT)


_CORRECT = "correct DATABASE_URL, or create what it names"


def _parse(url: str, schema: str, *, timeout: float) -> tuple[str, str]:
    """The address to show, and the full one to connect to."""
    parts = _parts(url) or _parts(url.partition("?")[0])
    host, port = str(parts.get("host") or "localhost"), str(parts.get("port") or 5432)
    # A password with a bare "@" or "/" in it shifts the parts: then a piece of it is the "host".
    shifted = "@" in f"{host} {parts.get('dbname')}"
    if not parts or shifted or not re.fullmatch(r"[\d,]+", port):
        raise ValueError("this is not the address of a Postgres database")
    if not _parts(url):
        raise ValueError(f"no Postgres takes the options of the one at {host}:{port}")
    settings = f"-c search_path={schema} -c timezone=UTC -c statement_timeout={timeout * 1000:.0f}"
    options = f"{parts.get('options') or ''} {settings}".strip()
    target = make_conninfo(url, options=options, connect_timeout=2, client_encoding="utf8")
    return f"{host}:{port}", target


def _parts(url: str) -> Mapping[str, object]:
    with suppress(ProgrammingError):
        return conninfo_to_dict(url)
    return {}


@contextmanager
def _cut_at(conn: AsyncConnection, when: float) -> Iterator[None]:
    """Hang up at that time of the loop: whoever still waits for an answer then sees the end."""
    timer = asyncio.get_running_loop().call_at(when, _hang_up, conn)
    try:
        yield
    finally:
        timer.cancel()


def _hang_up(conn: AsyncConnection) -> None:
    with (
        suppress(OSError, OperationalError),
        socket.fromfd(conn.fileno(), socket.AF_INET, socket.SOCK_STREAM) as line,
    ):
        line.shutdown(socket.SHUT_RDWR)
