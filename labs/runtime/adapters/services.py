"""Real Redis and Postgres: how to connect, and how to tell in good time that one is away.

Knows the drivers. Promises: no password in any message, and no wait without an end.
"""

import asyncio
from contextlib import suppress
from urllib.parse import urlsplit

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from labs.runtime.adapters.postgres_store import PostgresStore
from labs.runtime.adapters.redis_bus import PATIENCE, RedisBus

_CONNECT_SECONDS = 2.0
_MOST_CONNECTIONS = 20_000


def open_bus(url: str, namespace: str = "", *, patience: float = PATIENCE) -> RedisBus:
    """A bus on the Redis at that URL; it connects when it is first used.

    Raises:
        ValueError: the URL is not one of a Redis; it is not repeated, for it may hold a password.
    """
    address = _redis_address(url)
    return RedisBus(_client(url, address), namespace=namespace, address=address, patience=patience)


def _client(url: str, address: str) -> Redis:
    try:
        client = Redis.from_url(
            url,
            max_connections=_MOST_CONNECTIONS,
            socket_connect_timeout=_CONNECT_SECONDS,
            # The bus limits each call itself; the driver would with `wait_for`, see `cancels`.
            socket_timeout=None,
            # One fresh try: a pooled connection may have died of old age.
            retry=Retry(NoBackoff(), 1),
        )
        # Connects to nothing, and knows which options there are.
        client.connection_pool.make_connection()  # type: ignore[no-untyped-call]
    except (TypeError, ValueError):
        raise ValueError(f"no Redis takes the options of the one at {address}") from None
    return client


def _redis_address(url: str) -> str:
    with suppress(ValueError):
        parts = urlsplit(url)
        # A password with a bare "/" or "#" in it shifts the parts: then a piece of it is the host.
        shifted = "@" in f"{parts.path}{parts.query}{parts.fragment}"
        if parts.scheme in ("redis", "rediss") and not shifted:
            return f"{parts.hostname or 'localhost'}:{parts.port or 6379}"
    raise ValueError("this is not the address of a Redis")


async def open_store(url: str, schema: str = "koda") -> PostgresStore:
    """A store in that schema of the Postgres at that URL; what is missing there is created."""
    store = PostgresStore(url, schema)
    await store.open()
    return store


async def probe(redis_url: str, database_url: str) -> None:
    """Return if both services answer.

    Raises:
        Unavailable: one does not; it names which, and where.
    """
    bus, store = open_bus(redis_url), PostgresStore(database_url)
    try:
        await asyncio.gather(bus.ping(), store.probe())
    finally:
        await bus.close()
