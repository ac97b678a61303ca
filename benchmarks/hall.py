"""The hall: a gateway in its process, viewers in theirs, and a worker in this one.

A step is one run that so many viewers watch together, from the first fragment to the last.
"""

import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from statistics import median
from time import monotonic
from typing import NamedTuple

import httpx
from redis.asyncio import Redis

from benchmarks.audience import Audience, Seen, open_audience
from benchmarks.processes import child
from benchmarks.stage import (
    Arrivals,
    begin_run,
    fresh_name,
    open_backends,
    reference_parts,
    working,
)
from benchmarks.stamped import StampedModel
from labs.runtime.adapters.clocks import SystemClock
from labs.runtime.client import Client, http_client
from labs.runtime.model import Gate
from labs.runtime.moves import Machine
from labs.runtime.system import Services

PACE = 1 / 30
"""Seconds from one fragment to the next."""
FRAGMENTS = 90
_PATIENCE = FRAGMENTS * PACE + 3
"""How long the viewers of one step stay at most, in seconds."""


@dataclass(frozen=True)
class Step:
    """What so many viewers met while `seconds` passed.

    `gateway`, `viewers` and `redis` are shares of a core in that time.
    """

    count: int
    seen: list[Seen]
    seconds: float
    gateway: float
    viewers: float
    redis: float

    @property
    def lag(self) -> float:
        """Seconds by which the last fragment was late at the median viewer."""
        return median(
            s.last - s.last_made if s.fragments == FRAGMENTS else math.inf for s in self.seen
        )

    @property
    def each(self) -> float:
        """The gateway's processor time for one fragment to one viewer, in seconds."""
        return self.gateway * self.seconds / max(1, sum(s.fragments for s in self.seen))


@dataclass(frozen=True)
class Hall:
    """A gateway in its process, viewers in theirs and a worker here."""

    audience: Audience
    http: httpx.AsyncClient
    url: str
    gate: Gate
    redis: Redis

    async def step(self, count: int) -> Step:
        """So many viewers on one run."""
        # The first fragment tells that all are attached; the others wait for that.
        self.gate.allow(1)
        url = await begin_run(Client(self.http, f"{self.url}/stage"))
        await self.audience.enter(url, count, _PATIENCE)
        await self.audience.begun()
        before = await self._used()
        self.gate.open()
        return await self._step(count, before)

    async def bare(self, count: int) -> Step:
        """So many viewers on the bare server."""
        url = f"{self.url}/bare/events/{FRAGMENTS}/{PACE * 1000}"
        await self.audience.enter(url, count, _PATIENCE)
        await self.audience.connected()
        before = await self._used()
        await self.http.post(f"{self.url}/bare/go")
        return await self._step(count, before)

    async def _step(self, count: int, before: "_Used") -> Step:
        show, after = await self.audience.leave(), await self._used()
        seconds = after.at - before.at
        gateway = (after.gateway - before.gateway) / seconds
        redis = (after.redis - before.redis) / seconds
        return Step(count, show.seen, seconds, gateway, show.share, redis)

    async def _used(self) -> "_Used":
        gateway = await self.http.get(f"{self.url}/meter/processor")
        redis = await self.redis.info("cpu")
        used = float(redis["used_cpu_user"]) + float(redis["used_cpu_sys"])
        return _Used(monotonic(), float(gateway.text), used)


class _Used(NamedTuple):
    """Processor seconds used up to a time."""

    at: float
    gateway: float
    redis: float


@asynccontextmanager
async def open_hall(services: Services) -> AsyncIterator[Hall]:
    """All three, on a store and a bus that are dropped at the end."""
    name, gate = fresh_name(), Gate()
    async with (
        Redis.from_url(services.redis_url) as redis,
        open_backends(services, name) as (store, bus),
        child("benchmarks.gateway", name) as gateway,
        open_audience() as audience,
        http_client() as http,
    ):
        machine = Machine(store, bus, SystemClock(), reference_parts(), Arrivals())
        async with working(machine, StampedModel(FRAGMENTS, gate, PACE)):
            yield Hall(audience, http, await gateway.hear(), gate, redis)
