"""What the bus suite runs on: every bus there is, and the means to look behind it."""

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from fakeredis import FakeAsyncRedis, FakeServer
from redis.asyncio import Redis

from labs.runtime.adapters.redis_bus import RedisBus
from labs.runtime.adapters.services import open_bus
from labs.runtime.disorder import DisorderedBus
from labs.runtime.ports import Bus
from tests.services import redis_url


@dataclass(frozen=True)
class Behind:
    """A bus, the same one as another process sees it, and the Redis behind both."""

    bus: Bus
    peer: Bus
    redis: Redis
    namespace: str
    forget: Callable[[], Awaitable[None]]

    async def lifetime(self, key: str) -> int:
        """Milliseconds until the key expires; negative if it never will or is not there."""
        return int(await self.redis.pttl(f"{self.namespace}{key}"))


@asynccontextmanager
async def fake_redis() -> AsyncIterator[Behind]:
    server = FakeServer()
    first, second, third = (FakeAsyncRedis(server=server) for _ in range(3))
    bus, peer = RedisBus(first), RedisBus(second)
    yield Behind(bus, peer, third, "", bus.drop)
    for client in (first, second, third):
        await client.aclose()


@asynccontextmanager
async def disordered() -> AsyncIterator[Behind]:
    async with fake_redis() as b:
        bus, peer = (DisorderedBus(under, seed=7) for under in (b.bus, b.peer))
        yield Behind(bus, peer, b.redis, b.namespace, b.forget)


@asynccontextmanager
async def real_redis() -> AsyncIterator[Behind]:
    """A namespace of its own in the real Redis, dropped afterwards; its clients bear its name."""
    name = f"test-{secrets.token_hex(6)}"
    bus, peer = (open_bus(f"{redis_url()}?client_name={name}", f"{name}:") for _ in range(2))
    async with Redis.from_url(redis_url()) as redis:
        yield Behind(bus, peer, redis, f"{name}:", bus.drop)
        await bus.drop()
        await bus.close()
        await peer.close()
        assert [key async for key in redis.scan_iter(match=f"{name}:*", count=1000)] == []


BUSES = {"fakeredis": fake_redis, "redis": real_redis, "disordered": disordered}
