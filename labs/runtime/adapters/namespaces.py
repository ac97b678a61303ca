"""The namespaces of gradings on real services: whose they are, and who removes them.

A grading removes what it made, unless it is killed: then the next one does. Knows Postgres'
advisory locks: each grading holds one for as long as it lives, which the server gives back however
it ended, so what nobody holds is of the dead. Only the names of gradings are ever looked at: the
lab's own processes have others.
"""

import asyncio
import itertools
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import cast

from redis.exceptions import AuthenticationError, ResponseError

from labs.runtime.adapters.database import Database, Session
from labs.runtime.adapters.redis_bus import PATIENCE, RedisBus
from labs.runtime.adapters.services import open_bus
from labs.runtime.ports import Unavailable

_SCHEMAS = "koda_grading_"
_KEYS = "koda-grading-"
_LOCK = "hashtextextended(%(name)s, 0)"

_BEGIN = f"""
    SELECT has_database_privilege(current_database(), 'CREATE')
           AND NOT current_setting('transaction_read_only')::bool,
           pg_advisory_lock({_LOCK}),
           ARRAY(SELECT nspname::text FROM pg_namespace
                 WHERE nspname ~ '^{_SCHEMAS}[0-9a-f]{{8}}_[0-9]+$'
                   AND pg_has_role(nspowner, 'USAGE') ORDER BY 1)
"""


def schema_of(name: str) -> str:
    """The schema of a system; its name is its grading's token and a number."""
    return f"{_SCHEMAS}{name.replace('-', '_')}"


def keys_of(name: str) -> str:
    """What stands in front of each of its keys."""
    return f"{_KEYS}{name}:"


@asynccontextmanager
async def held(redis_url: str, database_url: str, token: str) -> AsyncIterator[None]:
    """Hold a grading's namespaces for it; first remove those that nobody holds any more.

    Raises:
        Unavailable: a service cannot be reached, or refuses what a grading needs.
    """
    async with AsyncExitStack() as stack:
        bus = _bus(redis_url)
        stack.push_async_callback(bus.close)
        database = _database(database_url)
        # Both are asked at once: whichever is away, it is soon known.
        asking = asyncio.create_task(_require_redis(bus))
        stack.push_async_callback(_stopped, asking)
        session = await stack.enter_async_context(database.session())
        await asking
        may_create, _, schemas = await session.row(_BEGIN, name=f"{_SCHEMAS}{token}")
        if not may_create:
            problem, remedy = "lets this user create no schema", "name one in DATABASE_URL who may"
            raise Unavailable("store", f"Postgres at {database.address}", problem, remedy)
        await _sweep(session, cast(Sequence[str], schemas), redis_url)
        yield


async def _stopped(asking: "asyncio.Task[None]") -> None:
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)


async def _sweep(session: Session, schemas: Iterable[str], redis_url: str) -> None:
    for lock, left in itertools.groupby(schemas, lambda schema: schema.rpartition("_")[0]):
        (is_left,) = await session.row(f"SELECT pg_try_advisory_lock({_LOCK})", name=lock)
        if not is_left:
            continue
        for schema in left:
            await _remove(session, schema, redis_url)
        await session.row(f"SELECT pg_advisory_unlock({_LOCK})", name=lock)


async def _remove(session: Session, schema: str, redis_url: str) -> None:
    name = schema.removeprefix(_SCHEMAS).replace("_", "-")
    bus = open_bus(redis_url, namespace=keys_of(name))
    try:
        await bus.drop()
    finally:
        await bus.close()
    # Last: as long as it is there, somebody will come back for the keys.
    await session.row(f"DROP SCHEMA IF EXISTS {schema} CASCADE")


def _bus(url: str) -> RedisBus:
    try:
        return open_bus(url)
    except ValueError as error:
        remedy = "correct REDIS_URL: redis://HOST:PORT"
        raise Unavailable("bus", "Redis", f"has no usable address: {error}", remedy) from None


def _database(url: str) -> Database:
    try:
        return Database(url, schema="koda", patience=PATIENCE)
    except ValueError as error:
        remedy = "correct DATABASE_URL: postgresql://USER@HOST:PORT/DATABASE"
        raise Unavailable("store", "Postgres", f"has no usable address: {error}", remedy) from None


async def _require_redis(bus: RedisBus) -> None:
    address, remedy = f"Redis at {bus.address}", "correct REDIS_URL"
    try:
        await bus.ping()
    except ResponseError as error:
        raise Unavailable("bus", address, f"refuses: {error}", remedy) from None
    except Unavailable as gone:
        if isinstance(gone.__cause__, AuthenticationError):
            raise Unavailable("bus", address, "refuses user or password", remedy) from None
        raise
