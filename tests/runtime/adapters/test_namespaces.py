"""What a killed grading leaves is removed by the next one; what a living one has is not."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import psycopg
import pytest
from redis.asyncio import Redis

from labs.runtime.adapters.namespaces import held, keys_of, schema_of
from labs.runtime.ports import Unavailable
from labs.runtime.system import Services, open_site
from tests.services import postgres_url, redis_url

GRADING = """
import asyncio, sys
from labs.course import course_folder
from labs.runtime.parts import LocalParts, find_parts
from labs.runtime.system import Services, open_site, open_system

async def main():
    parts = LocalParts(find_parts(course_folder("solutions")))
    async with (
        open_site(Services(sys.argv[1], sys.argv[2])) as site,
        open_system(site, parts, 6) as system,
    ):
        system.gate.allow(1)
        await system.client.send("me", "Where is my refund?")
        print(site.token, flush=True)
        await asyncio.to_thread(sys.stdin.read)

asyncio.run(main())
"""
SCHEMAS = "SELECT nspname FROM pg_namespace WHERE nspname LIKE %s"


@pytest.fixture
def services() -> Services:
    return Services(redis_url(), postgres_url())


@asynccontextmanager
async def a_grading(services: Services) -> AsyncIterator[tuple[Process, str]]:
    """One in a process of its own, in the middle of a run, and its token."""
    command = [sys.executable, "-c", GRADING, services.redis_url, services.database_url]
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
    assert process.stdout is not None
    try:
        yield process, (await process.stdout.readline()).decode().strip()
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def kill(process: Process, token: str, services: Services) -> None:
    """Kill it, and wait until Postgres has noticed."""
    process.kill()
    await process.wait()
    async with await psycopg.AsyncConnection.connect(services.database_url) as conn:
        lock = schema_of(f"{token}-1").rpartition("_")[0]
        await conn.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [lock])


async def left(token: str, services: Services) -> tuple[int, int]:
    """How many schemas and keys there are of that grading."""
    async with await psycopg.AsyncConnection.connect(services.database_url) as conn:
        found = await conn.execute(SCHEMAS, [f"%{token}%"])
        schemas = len(await found.fetchall())
    async with Redis.from_url(services.redis_url) as redis:
        return schemas, len(await redis.keys(f"*{token}*"))


async def test_the_next_grading_removes_what_a_killed_one_left(services: Services) -> None:
    async with a_grading(services) as (process, token):
        await kill(process, token, services)
        schemas, keys = await left(token, services)
        assert schemas == 1
        assert keys > 0
        async with open_site(services):
            assert await left(token, services) == (0, 0)


async def test_a_living_grading_keeps_its_own_and_removes_it_itself(services: Services) -> None:
    async with a_grading(services) as (process, token):
        _, before = await left(token, services)
        async with open_site(services), open_site(services):
            schemas, keys = await left(token, services)
        assert schemas == 1
        assert keys >= before > 0
        await process.communicate(b"")  # its input ends, and so does it
        assert process.returncode == 0
        assert await left(token, services) == (0, 0)


async def test_names_that_are_no_gradings_are_let_alone(services: Services) -> None:
    schemas = ["koda_test_grading_0123abcd_1", "koda_grading_0123abcd", "koda_grading_me_1"]
    keys = [f"koda:test:{schema}" for schema in schemas]
    async with (
        await psycopg.AsyncConnection.connect(services.database_url, autocommit=True) as conn,
        Redis.from_url(services.redis_url) as redis,
    ):
        try:
            for schema, key in zip(schemas, keys, strict=True):
                await conn.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}")
                await redis.set(key, "mine")
            async with open_site(services):
                found = await conn.execute(
                    "SELECT count(*) FROM pg_namespace WHERE nspname = ANY(%s)", [schemas]
                )
                assert await found.fetchone() == (len(schemas),)
                assert await redis.exists(*keys) == len(keys)
        finally:
            await redis.delete(*keys)
            for schema in schemas:
                await conn.execute(f"DROP SCHEMA IF EXISTS {schema}")


def test_names_are_of_one_system() -> None:
    assert schema_of("0123abcd-4") == "koda_grading_0123abcd_4"
    assert keys_of("0123abcd-4") == "koda-grading-0123abcd-4:"


def _with_password(url: str, user: str) -> str:
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{user}:s3cret@{rest.rpartition('@')[2]}"


def _elsewhere(url: str, path: str) -> str:
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.partition('/')[0]}/{path}"


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("99", "the bus, Redis at .*:.*, refuses: DB index is out of range"),
        ("0?colour=blue", "no Redis takes the options of the one at .*:"),
        ("0?socket_timeout=soon", "no Redis takes the options of the one at .*:"),
    ],
)
async def test_a_redis_that_refuses(services: Services, path: str, said: str) -> None:
    with pytest.raises(Unavailable, match=said) as caught:
        async with held(_elsewhere(services.redis_url, path), services.database_url, "0" * 8):
            pass
    assert "REDIS_URL" in caught.value.remedy


async def test_a_redis_that_knows_no_such_user(services: Services) -> None:
    url = _with_password(services.redis_url, "nobody")
    with pytest.raises(Unavailable, match=r"Redis at .*, refuses user or password") as caught:
        async with held(url, services.database_url, "0" * 8):
            pass
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("koda_nowhere", 'the store, Postgres at .*:.*, refuses: database "koda_nowhere" does not'),
        ("postgres?colour=blue", "no Postgres takes the options of the one at .*:"),
        ("postgres?sslmode=blue", "Postgres at .*:.*, refuses: an option is not for it"),
        ("postgres?options=-c%20role%3Dkoda_nobody", 'refuses: role "koda_nobody" does not exist'),
        (
            "postgres?options=-c%20default_transaction_read_only%3Don",
            "Postgres at .*:.*, lets this user create no schema",
        ),
    ],
)
async def test_a_postgres_that_refuses(services: Services, path: str, said: str) -> None:
    with pytest.raises(Unavailable, match=said) as caught:
        async with held(services.redis_url, _elsewhere(services.database_url, path), "0" * 8):
            pass
    assert "DATABASE_URL" in caught.value.remedy


async def test_a_postgres_that_knows_no_such_role(services: Services) -> None:
    url = _with_password(services.database_url, "koda_nobody")
    with pytest.raises(Unavailable, match=r"Postgres at .*, refuses: .*koda_nobody") as caught:
        async with held(services.redis_url, url, "0" * 8):
            pass
    assert "s3cret" not in str(caught.value)


async def test_a_role_that_may_create_nothing(services: Services) -> None:
    role = "koda_reader_of_tests"
    connect = psycopg.AsyncConnection.connect
    async with await connect(services.database_url, autocommit=True) as conn:
        await conn.execute(f"DROP ROLE IF EXISTS {role}")
        await conn.execute(f"CREATE ROLE {role}")
        try:
            url = _elsewhere(services.database_url, f"postgres?options=-c%20role%3D{role}")
            with pytest.raises(Unavailable, match="lets this user create no schema"):
                async with held(services.redis_url, url, "0" * 8):
                    pass
        finally:
            await conn.execute(f"DROP ROLE {role}")
