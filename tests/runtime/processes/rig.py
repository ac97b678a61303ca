"""Gateways and workers as real processes, on a database and a Redis number of their own.

What a process says on standard error is an event to wait for; nothing here sleeps. However a
test ends, its processes are killed.
"""

import asyncio
import os
import re
import secrets
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import psycopg
from psycopg import sql
from redis import Redis

from labs.runtime.client import Client
from tests.services import postgres_url, redis_url

ROOT = Path(__file__).parents[3]
GUARD = 30
"""Seconds after which a wait has failed; none takes a tenth of it."""

LISTENING = r"running on (http://[\d.]+:\d+)"


QUICK = ("--lease", "1.5", "--pace", "20")
"""A dead worker is missed soon, and there is time to kill one in mid-answer."""


@dataclass(frozen=True)
class Ground:
    """Services that are ours alone."""

    redis_url: str
    database_url: str

    @property
    def environment(self) -> dict[str, str]:
        return {"REDIS_URL": self.redis_url, "DATABASE_URL": self.database_url}

    def clear(self) -> None:
        """Make it as new."""
        with psycopg.connect(self.database_url, autocommit=True) as conn:
            conn.execute("DROP SCHEMA IF EXISTS koda CASCADE")
        self.forget()

    def forget(self) -> None:
        """Leave Redis empty, as a restart may."""
        with Redis.from_url(self.redis_url) as redis:
            redis.flushdb()

    async def rows(self, run_id: str) -> Sequence[tuple[object, ...]]:
        """Everything that the store holds about that run."""
        async with await psycopg.AsyncConnection.connect(self.database_url) as conn:
            runs = await conn.execute("SELECT * FROM koda.runs WHERE id = %s", [run_id])
            fragments = await conn.execute(
                "SELECT * FROM koda.fragments WHERE run_id = %s ORDER BY seq", [run_id]
            )
            return [*await runs.fetchall(), *await fragments.fetchall()]


class Process:
    """One gateway or worker. `lines` is what it has said on standard error."""

    def __init__(self, process: asyncio.subprocess.Process, news: asyncio.Condition) -> None:
        self._process = process
        self._news = news
        self._listening = asyncio.create_task(self._listen())
        self.lines: list[str] = []

    async def _listen(self) -> None:
        assert self._process.stderr is not None  # it was asked for
        async for line in self._process.stderr:
            self.lines.append(line.decode().rstrip())
            await self._tell()

    async def _tell(self) -> None:
        async with self._news:
            self._news.notify_all()

    def heard(self, pattern: str) -> re.Match[str] | None:
        """The first line so far that holds the pattern."""
        found = (re.search(pattern, line) for line in self.lines)
        return next((match for match in found if match), None)

    async def said(self, pattern: str) -> re.Match[str]:
        """Wait for a line that holds the pattern, past lines included."""
        async with asyncio.timeout(GUARD), self._news:
            while (match := self.heard(pattern)) is None:
                assert not self._listening.done(), f"never said: {pattern}\n{self}"
                await self._news.wait()
        return match

    def tell(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    async def ended(self) -> int:
        """Its exit status, once it has ended and all it said has been read."""
        async with asyncio.timeout(GUARD):
            await self._listening
            return await self._process.wait()

    async def kill(self) -> None:
        """Kill it, and see it dead."""
        if self._process.returncode is None:
            self._process.kill()
        await self.ended()

    def __str__(self) -> str:
        return "\n".join(self.lines)


@dataclass(frozen=True)
class Gateway:
    """A gateway and the client that talks to it."""

    process: Process
    client: Client


class Rig:
    """Starts processes of one module on one ground."""

    def __init__(
        self, ground: Ground, http: httpx.AsyncClient, module: str = "labs.runtime"
    ) -> None:
        self.ground = ground
        self._module = module
        self.http = http
        self._news = asyncio.Condition()
        self._processes: list[Process] = []

    async def start(self, *arguments: str, environment: Mapping[str, str] | None = None) -> Process:
        """Start `python -m` with the module and these arguments."""
        given = self.ground.environment if environment is None else environment
        others = {k: v for k, v in os.environ.items() if k not in self.ground.environment}
        process = Process(
            await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", self._module, *arguments),
                cwd=ROOT,
                env=others | dict(given),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.PIPE,
            ),
            self._news,
        )
        self._processes.append(process)
        return process

    async def gateway(self) -> Gateway:
        """Start a gateway on any free port, and learn from it which."""
        process = await self.start("gateway", "--port", "0")
        return Gateway(process, Client(self.http, (await process.said(LISTENING))[1]))

    async def workers(self, count: int, *arguments: str) -> Sequence[Process]:
        """Start workers that a test need not wait for long."""
        return [await self.start("worker", *QUICK, *arguments) for _ in range(count)]

    async def claimant(self, run_id: str, attempt: int = 1) -> Process:
        """The process that says that it has claimed the run."""
        pattern = rf"claimed {run_id}: attempt {attempt}$"
        async with asyncio.timeout(GUARD), self._news:
            while not (found := [p for p in self._processes if p.heard(pattern)]):
                await self._news.wait()
        return found[0]

    async def kill(self) -> None:
        """Kill every process that still runs."""
        await asyncio.gather(*(process.kill() for process in self._processes))


@contextmanager
def fresh_ground() -> Iterator[Ground]:
    """A database and a Redis number that nobody else uses."""
    with fresh_database() as database, fresh_redis() as redis:
        yield Ground(redis, database)


@contextmanager
def fresh_database() -> Iterator[str]:
    name = f"koda_test_{secrets.token_hex(6)}"
    with psycopg.connect(postgres_url(), autocommit=True) as conn:
        conn.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield urlsplit(postgres_url())._replace(path=f"/{name}").geturl()
        finally:
            conn.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@contextmanager
def fresh_redis() -> Iterator[str]:
    """One of Redis' numbers; a key in number 0 keeps other test runs away from it."""
    with Redis.from_url(redis_url()) as redis:
        for number in range(9, 16):
            taken = f"koda-test:number:{number}"
            if redis.set(taken, "taken", nx=True, ex=timedelta(minutes=10)):
                break
        else:
            raise AssertionError("other test runs use all the numbers of this Redis")
        try:
            yield urlsplit(redis_url())._replace(path=f"/{number}").geturl()
        finally:
            redis.delete(taken)
